// @ts-check
// The window of settings, the same on every page: language, theme, style of boards.

import { openWindow } from "./dialog.js";
import { select } from "./dom.js";
import { isAvailable } from "./engine/browser.js";
import { HOMES } from "./engine/home.js";
import { isLocal } from "./home.js";
import { applyTheme, keep, settings } from "./settings.js";
import { say } from "./texts.js";

const THEMES = ["system", "light", "dark", "contrast"];
const BOARDS = ["wood", "slate", "plain"];

/**
 * @param {{id: string, name: string}[]} languages
 * @param {(lang: string) => void} changeLanguage
 */
export function openPreferences(languages, changeLanguage) {
  const named = languages.map(({ id, name }) => ({ value: id, text: name }));
  const texts = (/** @type {string} */ key, /** @type {string[]} */ values) =>
    values.map((value) => ({ value, text: say(`web-${key}-${value}`) }));
  const theme = (/** @type {string} */ value) => {
    settings.theme = /** @type {import("./settings.js").Theme} */ (value);
    changed();
  };
  const engine = (/** @type {string} */ value) => {
    settings.engine = value;
    keep();
  };
  const board = (/** @type {string} */ value) => {
    settings.board = value;
    changed();
  };
  // The page is made anew in the other language, and nothing may stand before it.
  const language = (/** @type {string} */ lang) => {
    close();
    changeLanguage(lang);
  };
  const close = openWindow(
    say("web-settings"),
    select(say("web-language"), named, settings.lang, language, { id: "language" }),
    select(say("web-theme"), texts("theme", THEMES), settings.theme, theme, { id: "theme" }),
    select(say("web-board-style"), texts("board", BOARDS), settings.board, board, { id: "board-style" }),
    isAvailable() && !isLocal
      ? select(say("web-engine-home"), texts("engine-home", HOMES), settings.engine, engine, { id: "engine-home" })
      : null,
  );
}

function changed() {
  keep();
  applyTheme();
}
