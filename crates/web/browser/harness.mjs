// Starts the program and a browser for the tests and the screenshots.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** The program under test: `KEMURI`, or the debug build. */
export const PROGRAM = process.env.KEMURI ?? new URL("../../../target/debug/kemuri", import.meta.url).pathname;

/** Starts `kemuri web` on a free port. Returns the address with its token, and a way to stop it. */
export async function startServer(...args) {
  const child = spawn(PROGRAM, ["web", "--no-open", "--port", "0", "--lang", "en", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const hear = (data) => {
      said += data;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve({ code, signal })));
  return {
    address,
    child,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a browser. Every page gets a context of its own, as a person with a fresh profile. */
export async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
  if (!executablePath) throw new Error("there is no Chromium");
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  return browser;
}

/** Opens the page. `lang` is chosen by the browser's language, as for a person. */
export async function openPage(browser, address, { lang = "ja", width = 1440, height = 900, dark = false, hash = "" } = {}) {
  const context = await browser.newContext({
    locale: lang === "ja" ? "ja-JP" : "en-GB",
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    hasTouch: width < 600,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(address + hash);
  await page.getByRole("grid").waitFor();
  return { page, context, faults };
}

/** A folder that is gone after the test. */
export async function scratch(t) {
  const path = await mkdtemp(join(tmpdir(), "kemuri-page-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}
