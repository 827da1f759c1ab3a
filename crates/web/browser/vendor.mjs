// Bundles what the page takes from npm into one readable module: `npm run vendor`.
// `node vendor.mjs --check` compares it with the committed one instead of writing it.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const file = new URL("../page/vendor/preact.js", import.meta.url);
const licences = await Promise.all(
  ["preact", "htm", "@preact/signals", "@preact/signals-core"].map(async (name) => {
    const root = new URL(`node_modules/${name}/`, import.meta.url);
    const { version, license } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
    return `// ${name} ${version}, ${license}`;
  }),
);
const result = await build({
  stdin: {
    contents: `
      import { h, render, Fragment } from "preact";
      import htm from "htm";
      export { render, Fragment };
      export { useState, useEffect, useLayoutEffect, useRef, useMemo } from "preact/hooks";
      export { signal, computed, effect, batch, useSignal, useComputed } from "@preact/signals";
      export const html = htm.bind(h);`,
    resolveDir: new URL(".", import.meta.url).pathname,
  },
  bundle: true,
  format: "esm",
  charset: "utf8",
  legalComments: "inline",
  minify: true,
  write: false,
});
const text = `// Made by \`npm run vendor\` in crates/web/browser.\n${licences.join("\n")}\n${result.outputFiles[0].text}`;
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8")) !== text) {
    console.error("page/vendor/preact.js is not what `npm run vendor` makes");
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}
