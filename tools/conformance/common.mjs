// What the scripts of the foreign JavaScript programs share: files in, what was understood out.
// `cargo xtask conformance` copies these scripts into a scratch folder and runs them there.
import fs from "node:fs";
import path from "node:path";

const OURS = "records/kemuri";

/** Runs `task` for each of our files of `format`; what it throws is told as an error. */
function each(format, task) {
  const out = {};
  for (const name of fs.readdirSync(OURS).sort()) {
    if (!name.endsWith(`.${format}`)) continue;
    const id = name.slice(0, 3);
    try {
      out[id] = task(fs.readFileSync(path.join(OURS, name), "utf8"), id);
    } catch (error) {
      out[id] = { error: String(error?.message ?? error) };
    }
  }
  return out;
}

/**
 * Reads our files with the `readers` (format: text to content) and writes records with the
 * `writers` (format: [our format that the record comes from, text to { text, content }]).
 */
export function run(program, readers, writers) {
  const folder = path.join("records", program);
  fs.mkdirSync(folder, { recursive: true });
  const save = (name, value) =>
    fs.writeFileSync(path.join(folder, name), JSON.stringify(value));
  for (const [format, reader] of Object.entries(readers)) {
    save(`read-${format}.json`, each(format, reader));
  }
  for (const [format, [from, writer]] of Object.entries(writers)) {
    const written = each(from, (text, id) => {
      const { text: file, content } = writer(text);
      fs.writeFileSync(path.join(folder, `${id}.${format}`), file);
      return content;
    });
    // What it could not read it cannot write.
    for (const [id, content] of Object.entries(written)) {
      if (content.error) delete written[id];
    }
    save(`write-${format}.json`, written);
  }
}
