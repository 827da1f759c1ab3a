// Bundles what the page takes from npm into one readable module, with its licences: `npm run vendor`.
// `node vendor.mjs --check` compares them with the committed ones instead of writing them.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const folder = new URL("../page/vendor/", import.meta.url);
const packages = ["preact", "htm", "@preact/signals", "@preact/signals-core"];
const licences = await Promise.all(
  packages.map(async (name) => {
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
const texts = await Promise.all(
  packages.map(async (name) => {
    const root = new URL(`node_modules/${name}/`, import.meta.url);
    return `${name}:\n\n${(await readFile(new URL("LICENSE", root), "utf8")).trim()}\n`;
  }),
);
const files = {
  "preact.js": `// Made by \`npm run vendor\` in crates/web/browser.\n${licences.join("\n")}\n${result.outputFiles[0].text}`,
  // They ask to be passed on with the code.
  "LICENSES.txt": texts.join(`\n${"-".repeat(80)}\n\n`),
};
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder);
  if (!process.argv.includes("--check")) {
    await writeFile(file, text);
  } else if ((await readFile(file, "utf8").catch(() => "")) !== text) {
    console.error(`page/vendor/${name} is not what \`npm run vendor\` makes`);
    process.exit(1);
  }
}
