// @ts-check
// What outlives a reload. Each window has its own; a new one begins with what was saved last.
// A browser that stores nothing (private mode, a full disk) is no reason to stop.

/** @param {string} key @returns {any} */
export function load(key) {
  const name = `kemuri.${key}`;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function save(key, value) {
  for (const store of [() => sessionStorage, () => localStorage]) {
    try {
      store().setItem(`kemuri.${key}`, JSON.stringify(value));
    } catch {
      // Nothing depends on it.
    }
  }
}

/** @returns {Promise<IDBObjectStore>} */
function store(/** @type {IDBTransactionMode} */ mode) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open("kemuri", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("large");
    open.onerror = () => reject(open.error);
    open.onsuccess = () => resolve(open.result.transaction("large", mode).objectStore("large"));
  });
}

/** Keeps something too large for {@link save}. @param {string} key @param {unknown} value */
export async function saveLarge(key, value) {
  try {
    (await store("readwrite")).put(value, key);
  } catch {
    // Nothing depends on it.
  }
}

/** @param {string} key @returns {Promise<any>} */
export async function loadLarge(key) {
  try {
    const request = (await store("readonly")).get(key);
    return await new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}
