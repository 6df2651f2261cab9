// @ts-check
// Reading and writing records in every format.

import * as api from "../api.js";
import { openWindow } from "../dialog.js";
import { button, fill, h, select } from "../dom.js";
import { copy } from "../game/actions.js";
import { saveText } from "../save.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").GameRecord} GameRecord */
/** @typedef {import("potez-schema").FormatView} Format */

/**
 * @param {string} game What bare moves are read as.
 * @param {(record: GameRecord) => void} take
 */
export function openImport(game, take) {
  const label = say("web-import-text");
  const text = h("textarea", {
    name: "record",
    rows: 12,
    spellcheck: "false",
    "aria-label": label,
    placeholder: label,
  });
  const error = h("p", { class: "field-error", role: "alert" });
  const accept = ".txt,.json,.sgf,.hgf,.pgn,text/plain";
  const file = h("input", { type: "file", name: "file", "aria-label": say("web-import-file"), accept });
  file.addEventListener("change", () => {
    const [first] = file.files ?? [];
    first?.arrayBuffer().then((bytes) => (text.value = decode(bytes)));
  });
  const which = h("div");
  const read = async (/** @type {number} */ number = 0) => {
    error.textContent = "";
    try {
      const body = { text: text.value, game, ...(number > 0 ? { number } : {}) };
      const answer = await api.call("POST", "/api/import", body);
      if (answer.games.length > 1 && number === 0) {
        ask(answer.games);
        return;
      }
      close();
      if (answer.overruledWords) note(answer.overruledWords);
      take(answer.record);
    } catch (reason) {
      error.textContent = reason instanceof Error && reason.message ? reason.message : say("web-offline");
    }
  };
  const ask = (/** @type {string[]} */ games) => {
    const choices = games.map((title, index) => ({ value: String(index + 1), text: `${index + 1}. ${title}` }));
    const none = { value: "", text: "…" };
    const choose = (/** @type {string} */ number) => void read(Number(number));
    fill(which, select(say("web-import-which"), [none, ...choices], "", choose, { name: "which" }));
    which.querySelector("select")?.focus();
  };
  const start = button(say("web-import-read"), () => void read(), { class: "primary", "data-id": "read" });
  const row = h("div", { class: "row" }, start, file);
  const close = openWindow(say("web-import"), h("p", null, say("web-import-about")), text, error, which, row);
}

/** The text of a file: old records are not always in Unicode. @param {ArrayBuffer} bytes */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** @param {GameRecord} record @param {string} game @param {Format[]} formats */
export function openExport(record, game, formats) {
  const fitting = formats.filter(({ games }) => games === null || games.includes(game));
  const label = say("web-export-text");
  const text = h("textarea", { name: "record", rows: 14, readonly: true, spellcheck: "false", "aria-label": label });
  const error = h("p", { class: "field-error", role: "alert" });
  let file = { text: "", filename: "potez.txt", mediaType: "text/plain" };
  const choices = fitting.map(({ id, name }) => h("option", { value: id }, name));
  const props = { name: "format", "aria-label": say("web-format"), onchange: () => void write() };
  const list = h("select", props, ...choices);
  const write = async () => {
    error.textContent = "";
    try {
      file = await api.call("POST", "/api/export", { record, format: list.value });
      text.value = file.text;
    } catch (reason) {
      text.value = "";
      error.textContent = reason instanceof Error && reason.message ? reason.message : say("web-offline");
    }
  };
  const keep = () => saveText(file.filename, file.text, file.mediaType);
  const save = button(say("web-save-file"), keep, { class: "primary", icon: "down" });
  openWindow(
    say("web-export"),
    h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-format")), list),
    text,
    error,
    h(
      "div",
      { class: "row" },
      save,
      button(say("web-copy"), () => void copy(file.text), { icon: "copy" }),
    ),
  );
  void write();
}
