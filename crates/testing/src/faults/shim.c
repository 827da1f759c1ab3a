/* A library that is loaded before the C library and makes its file operations fail.
 *
 * Operations on files below KEMURI_FAULT_DIR are counted from 1, as are writes to
 * standard output if KEMURI_FAULT_STDOUT is set. At number KEMURI_FAULT_AT happens
 * what KEMURI_FAULT says:
 *   error  it fails with the error number KEMURI_FAULT_ERRNO
 *   full   it and all that follow fail; the first write writes half of its bytes
 *   kill   the process kills itself before it
 *   torn   a write writes half of its bytes, then the process kills itself
 * Each operation is a line of the file KEMURI_FAULT_LOG: number, name, file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long count = 0;
static int full = 0;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static int is_ours(const char *path) {
    const char *dir = getenv("KEMURI_FAULT_DIR");
    return dir && path && strncmp(path, dir, strlen(dir)) == 0;
}

/* The path of an open file, or 0 if it is none of ours. */
static const char *path_of(int fd, char *path, size_t size) {
    char link[64];
    if (fd == 1 && getenv("KEMURI_FAULT_STDOUT")) return "stdout";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path) ? path : 0;
}

static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/* What is to become of an operation: 0 nothing, 1 an error, 2 half a write. */
static int fate(const char *name, const char *path) {
    const char *at = getenv("KEMURI_FAULT_AT"), *fault = getenv("KEMURI_FAULT");
    const char *log = getenv("KEMURI_FAULT_LOG");
    int result = 0;
    pthread_mutex_lock(&lock);
    count++;
    if (log) {
        char line[4352];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", count, name, path);
        int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (fd >= 0) {
            syscall(SYS_write, fd, line, length);
            syscall(SYS_close, fd);
        }
    }
    if (full && strcmp(name, "unlink") != 0) {
        errno = atoi(getenv("KEMURI_FAULT_ERRNO"));
        result = 1;
    } else if (at && fault && count == atol(at)) {
        int writes = strcmp(name, "write") == 0;
        if (strcmp(fault, "kill") == 0 || (strcmp(fault, "torn") == 0 && !writes)) die();
        full = strcmp(fault, "full") == 0;
        errno = atoi(getenv("KEMURI_FAULT_ERRNO"));
        result = strcmp(fault, "error") != 0 && writes ? 2 : 1;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static ssize_t write_half(int fd, const void *bytes, size_t size) {
    ssize_t written = syscall(SYS_write, fd, bytes, size / 2);
    if (!full) die();
    if (written > 0) return written;
    errno = atoi(getenv("KEMURI_FAULT_ERRNO"));
    return -1;
}

ssize_t write(int fd, const void *bytes, size_t size) {
    char path[4096];
    const char *name = path_of(fd, path, sizeof path);
    switch (name ? fate("write", name) : 0) {
    case 1: return -1;
    case 2: return write_half(fd, bytes, size);
    default: return syscall(SYS_write, fd, bytes, size);
    }
}

ssize_t writev(int fd, const struct iovec *parts, int number) {
    char path[4096];
    const char *name = path_of(fd, path, sizeof path);
    switch (name ? fate("write", name) : 0) {
    case 1: return -1;
    case 2: return write_half(fd, parts[0].iov_base, parts[0].iov_len);
    default: return syscall(SYS_writev, fd, parts, number);
    }
}

/* Copies inside the kernel: whoever asks for them writes instead. */
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
    (void)in, (void)from, (void)out, (void)to, (void)size, (void)flags;
    errno = ENOSYS;
    return -1;
}

ssize_t sendfile64(int out, int in, off64_t *from, size_t size) {
    (void)in, (void)from, (void)out, (void)size;
    errno = ENOSYS;
    return -1;
}

static int open_at(const char *name, int dir, const char *path, int flags, mode_t mode) {
    int writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT);
    if (writes && is_ours(path) && fate(name, path)) return -1;
    return syscall(SYS_openat, dir, path, flags, mode);
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) { MODE(flags) return open_at("open", AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return open_at("open", AT_FDCWD, path, flags, mode); }
int openat(int dir, const char *path, int flags, ...) { MODE(flags) return open_at("open", dir, path, flags, mode); }
int openat64(int dir, const char *path, int flags, ...) { MODE(flags) return open_at("open", dir, path, flags, mode); }

/* An operation on an open file. */
#define ON_FILE(name, kind, parameters, arguments) \
    int name parameters { \
        char path[4096]; \
        const char *file = path_of(fd, path, sizeof path); \
        if (file && fate(kind, file)) return -1; \
        return ((int(*) parameters)real(#name)) arguments; \
    }

ON_FILE(fsync, "sync", (int fd), (fd))
ON_FILE(fdatasync, "sync", (int fd), (fd))
ON_FILE(ftruncate, "truncate", (int fd, off_t size), (fd, size))
ON_FILE(ftruncate64, "truncate", (int fd, off64_t size), (fd, size))
ON_FILE(fchmod, "chmod", (int fd, mode_t mode), (fd, mode))

/* An operation on a path. */
#define ON_PATH(name, kind, subject, parameters, arguments) \
    int name parameters { \
        if (is_ours(subject) && fate(kind, subject)) return -1; \
        return ((int(*) parameters)real(#name)) arguments; \
    }

ON_PATH(rename, "rename", new, (const char *old, const char *new), (old, new))
ON_PATH(link, "link", new, (const char *old, const char *new), (old, new))
ON_PATH(linkat, "link", new, (int a, const char *old, int b, const char *new, int flags), (a, old, b, new, flags))
ON_PATH(unlink, "unlink", path, (const char *path), (path))
ON_PATH(mkdir, "mkdir", path, (const char *path, mode_t mode), (path, mode))
