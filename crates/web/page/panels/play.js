// @ts-check
// The user attacks, Kemuri defends.

import { effect, html, signal } from "../vendor/preact.js";
import { post, Refusal } from "../api.js";
import { attacker, entry, history, legal, line, play, shown, showLine, step } from "../state.js";
import { lang, plies, t } from "../text.js";
import { panel } from "../view.js";
import { advice } from "../board/choice.js";
import { Moves } from "./moves.js";
import { canStart } from "./solve.js";
import { settings } from "./settings.js";

/** Whether a game is on. */
export const playing = signal(false);
/** The entry of the history that it is about. */
let game = 0;
/** Whether one is still at it. */
const isThere = () => panel.value === "play" && history.value.current === game;
/** It ends when the panel or the problem is left. */
effect(() => {
  if (!isThere()) playing.value = false;
});
/** What Kemuri says of the position: its answer, and the plies it is about. @type {import("../vendor/preact.js").Signal<any>} */
const answer = signal(null);
const hint = signal(false);

const positionOnBoard = () => line.value.moves.slice(0, line.value.ply);

effect(() => {
  const moves = positionOnBoard();
  const { sfen } = entry.value;
  if (!playing.value || !isThere() || !legal.value?.ready) return;
  hint.value = false;
  const { futile } = settings.value;
  const asked = JSON.stringify([sfen, moves, attacker.value, futile, lang.value]);
  if (answer.peek()?.asked === asked) return;
  answer.value = { asked, thinking: true };
  const body = { sfen, attacker: attacker.value, moves, futile };
  post("play", body).then(
    (said) => {
      if (answer.peek()?.asked !== asked) return;
      answer.value = { ...said, asked };
      // The defender's turn: Kemuri moves.
      if (!said.attacks && said.reply && line.peek().ply === line.peek().moves.length) {
        setTimeout(() => playing.peek() && answer.peek()?.asked === asked && reply(said), 350);
      }
    },
    (error) => {
      if (answer.peek()?.asked !== asked) return;
      answer.value = { asked, sentences: [error instanceof Refusal ? error.message : String(error)] };
    },
  );
});

/** The hint stands on the board as long as it is asked for. */
effect(() => {
  const move = playing.value && hint.value && answer.value?.attacks ? answer.value.line?.[0] : undefined;
  advice.value = move ?? "";
});

/** What was said before the last reply, and the moves before it. @type {import("../vendor/preact.js").Signal<any>} */
const before = signal(null);

/** @param {any} said */
function reply(said) {
  before.value = { ...said, moves: positionOnBoard() };
  play(said.reply);
}

export function PlayPanel() {
  if (!playing.value) {
    return html`<section class="panel" aria-label=${t("playTab")}>
      <p>${t("playIntro")}</p>
      <button type="button" class="primary" disabled=${!canStart()} onClick=${begin}>${t("playBegin")}</button>
    </section>`;
  }
  const now = answer.value;
  const users = shown.value.turn === attacker.value;
  const moves = positionOnBoard();
  const last = before.value;
  // It is about the last move on the board.
  const isLast = last && users && last.moves.length === moves.length - 1 && last.moves.every((/** @type {string} */ move, /** @type {number} */ at) => move === moves[at]);
  const replies = !users ? now : isLast ? last : null;
  const beforeReply = users ? moves.slice(0, -1) : moves;
  return html`<section class="panel" aria-label=${t("playTab")}>
    <div class="settings">
      <button type="button" class="tool" onClick=${begin}>${t("playAgain")}</button>
      <button type="button" class="tool" disabled=${moves.length === 0} onClick=${takeBack}>${t("takeBack")}</button>
      <button type="button" class="tool" aria-pressed=${hint.value} disabled=${!users || !now?.line?.length} onClick=${() => (hint.value = !hint.value)}>${t("hint")}</button>
      <button type="button" class="tool" onClick=${() => (playing.value = false)}>${t("playEnd")}</button>
    </div>
    <div class="answer" aria-live="polite">
      <h2>${now?.mated || (users === false && now && !now.thinking && legal.value?.mated) ? t("youMated", { count: moves.length }) : now?.thinking ? t("thinking") : users ? t("yourMove") : t("kemuriMoves")}</h2>
      ${!now?.thinking && (now?.sentences ?? []).map((/** @type {string} */ sentence) => html`<p key=${sentence}>${sentence}</p>`)}
      ${isLast && last.verdict === "nomate" && html`<p class="warning">${last.sentences?.join(" ")}</p>`}
      ${hint.value && now?.line?.length > 0 && html`<p>${t("hintIs")} <${Moves} kind="own" from=${moves} moves=${now.line.slice(0, 1)} japanese=${now.line_japanese ?? []} /></p>`}
      ${replies?.replies?.length > 1 && html`<p class="quiet">${t("otherReplies")}</p><ul class="replies">${replies.replies.map(
        (/** @type {any} */ one) => html`<li key=${one.move}><${Moves} kind="own" from=${beforeReply} moves=${[one.move]} japanese=${[one.japanese]} />
          ${one.verdict === "mate" ? plies(one.length, one.exact) : one.verdict === "nomate" ? t("refutes") : t("undecided")}</li>`,
      )}</ul>`}
    </div>
    ${moves.length > 0 && html`<p class="solution"><${Moves} kind="own" moves=${moves} japanese=${(legal.value?.moves ?? []).map((/** @type {any} */ one) => one.japanese)} /></p>`}
  </section>`;
}

function begin() {
  answer.value = null;
  before.value = null;
  showLine("own", []);
  game = history.value.current;
  playing.value = true;
}

/** Back to the attacker's last choice. */
function takeBack() {
  const back = shown.value.turn === attacker.value ? 2 : 1;
  before.value = null;
  const moves = positionOnBoard().slice(0, Math.max(0, positionOnBoard().length - back));
  showLine("own", moves);
  step(moves.length);
}
