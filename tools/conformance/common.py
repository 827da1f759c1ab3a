"""What the scripts of the foreign Python programs share: files in, what was understood out.

`cargo xtask conformance` copies these scripts into a scratch folder and runs them there.
"""

import json
import pathlib

OURS = pathlib.Path("records/kemuri")


def content(start, moves, headers=None, opening=None, comments=(), seconds=(), end=None):
    """A record without branches."""
    nodes = [{"parent": None, "move": None, "comment": opening or ""}]
    for i, move in enumerate(moves):
        node = {"parent": i, "move": move, "comment": ""}
        if i < len(comments):
            node["comment"] = comments[i] or ""
        if i < len(seconds):
            node["seconds"] = seconds[i]
        nodes.append(node)
    if end:
        nodes.append({"parent": len(nodes) - 1, "end": end, "comment": ""})
    return {"start": start, "headers": headers or {}, "nodes": nodes}


def each(format, task):
    """Runs `task` for each of our files of `format`; what it raises is told as an error."""
    out = {}
    for file in sorted(OURS.glob(f"*.{format}")):
        try:
            out[file.stem] = task(file.read_text(encoding="utf-8"), file.stem)
        except Exception as error:
            out[file.stem] = {"error": f"{type(error).__name__}: {error}"}
    return out


def run(program, readers, writers):
    """Reads our files and writes records.

    `readers`: format to (text to content); `writers`: format to (our format that the record
    comes from, (text, file) to content).
    """
    folder = pathlib.Path("records") / program
    folder.mkdir(parents=True, exist_ok=True)
    for format, reader in readers.items():
        read = each(format, lambda text, id: reader(text))
        (folder / f"read-{format}.json").write_text(json.dumps(read), encoding="utf-8")
    for format, (source, writer) in writers.items():
        written = each(source, lambda text, id: writer(text, folder / f"{id}.{format}"))
        # What it could not read it cannot write.
        written = {id: one for id, one in written.items() if "error" not in one}
        (folder / f"write-{format}.json").write_text(json.dumps(written), encoding="utf-8")
