// @ts-check
// The page.

import { html, render } from "./vendor/preact.js";
import { Board } from "./board/board.js";
import { Palette, Tools } from "./board/palette.js";
import { LineMoves, Player } from "./board/player.js";
import { Status } from "./board/status.js";
import { Collection, collection } from "./collection.js";
import { Help } from "./help.js";
import { History } from "./history.js";
import { listen } from "./keys.js";
import { CheckPanel } from "./panels/check.js";
import { ComposePanel } from "./panels/compose.js";
import { PlayPanel } from "./panels/play.js";
import { RecordPanel } from "./panels/record.js";
import { SolvePanel } from "./panels/solve.js";
import { entry, mode } from "./state.js";
import { lang, t } from "./text.js";
import { narrow, panel, theme, view } from "./view.js";

/** The tools to set up a position. */
const Editor = () => html`<div class="editor"><${Palette} /><${Tools} /></div>`;
/** The tools to set up, where they are a panel: with it the board is for setting up. */
function EditPanel() {
  return html`<section class="panel" aria-label=${t("modeEdit")}><${Editor} /></section>`;
}

const PANELS = /** @type {const} */ ({ edit: EditPanel, solve: SolvePanel, check: CheckPanel, play: PlayPanel, compose: ComposePanel, record: RecordPanel });

function Header() {
  /** @param {"board" | "collection" | "help"} to @param {string} name */
  const tab = (to, name) =>
    html`<button type="button" class="tab" aria-current=${view.value === to ? "page" : undefined} onClick=${() => (view.value = to)}>${name}</button>`;
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const nextTheme = themes[(themes.indexOf(theme.value) + 1) % themes.length];
  return html`<header>
    <h1><img src="/icon.svg" alt="" width="24" height="24" /><span class="brand">Kemuri<span> 煙</span></span></h1>
    <nav aria-label=${t("views")}>
      ${tab("board", t("board"))}
      ${tab("collection", collection.value.length ? `${t("collection")} ${collection.value.length}` : t("collection"))}
      ${tab("help", t("help"))}
    </nav>
    <span class="header-tools">
      <button type="button" class="tab theme" title=${t("theme")} aria-label=${`${t("theme")}: ${t(theme.value)}`} onClick=${() => (theme.value = nextTheme)}>${{ auto: "◐", light: "☀", dark: "☾" }[theme.value]}</button>
      <span class="switch" role="group" aria-label="Language / 言語">
        <button type="button" lang="ja" aria-pressed=${lang.value === "ja"} onClick=${() => (lang.value = "ja")}>日本語</button>
        <button type="button" lang="en" aria-pressed=${lang.value === "en"} onClick=${() => (lang.value = "en")}>English</button>
      </span>
    </span>
  </header>`;
}

function Panels() {
  const names = /** @type {(keyof typeof PANELS)[]} */ (Object.keys(PANELS)).filter((name) => name !== "edit" || narrow.value);
  /** @param {keyof typeof PANELS} name */
  const open = (name) => {
    panel.value = name;
    if (name === "edit") mode.value = "edit";
  };
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    open(names[(names.indexOf(panel.value) + by + names.length) % names.length]);
    /** @type {HTMLElement | null} */ (document.getElementById(`tab-${panel.value}`))?.focus();
  };
  return html`<div class="panels">
    <div class="tabs" role="tablist" aria-label=${t("panels")} onKeyDown=${onKeyDown}>
      ${names.map((name) => html`<button type="button" role="tab" id=${`tab-${name}`} key=${name} aria-selected=${panel.value === name}
        aria-controls="panel" tabindex=${panel.value === name ? 0 : -1} onClick=${() => open(name)}>${t(`${name}Tab`)}</button>`)}
    </div>
    <div id="panel" role="tabpanel" aria-labelledby=${`tab-${panel.value}`}><${PANELS[panel.value]} /></div>
  </div>`;
}

function BoardView() {
  const { title, author } = entry.value.meta;
  return html`<main class="workbench">
    <div class="left">
      ${mode.value === "edit" && !narrow.value && html`<${Editor} />`}
      <${History} />
    </div>
    <div class="middle">
      ${title && html`<p class="caption"><b>${title}</b> ${author}</p>`}
      <${Board} /><${Player} /><${Status} /><${LineMoves} />
    </div>
    <${Panels} />
  </main>`;
}

function App() {
  return html`<${Header} />${view.value === "board" ? html`<${BoardView} />` : view.value === "collection" ? html`<${Collection} />` : html`<${Help} />`}`;
}

listen();
const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren();
render(html`<${App} />`, root);
