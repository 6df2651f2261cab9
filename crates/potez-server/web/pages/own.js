// @ts-check
// One's own games as a file, where no server keeps them: saved from this browser, taken over in another.

import { button, h } from "../dom.js";
import { localHome } from "../home.js";
import { saveText } from "../save.js";
import { rememberGame } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @param {() => void} changed Told when there are other games than before. */
export function ownFiles(changed) {
  const save = async () => saveText("potez-games.json", await (await localHome()).exported(), "application/json");
  const load = async () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    try {
      const ids = await (await localHome()).imported(await file.text());
      for (const id of ids) rememberGame(id, "here");
      note(say("web-own-loaded", { count: ids.length }));
      changed();
    } catch {
      note(say("web-own-unreadable", { name: file.name }), "bad");
    }
  };
  const input = h("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    onchange: () => void load(),
  });
  return h(
    "section",
    { class: "own-files" },
    h("p", { class: "hint-text" }, say("web-own-about")),
    h(
      "div",
      { class: "row" },
      button(say("web-own-save"), () => void save(), { class: "quiet", icon: "down", "data-id": "own-save" }),
      button(say("web-own-load"), () => input.click(), { class: "quiet", icon: "up", "data-id": "own-load" }),
      input,
    ),
  );
}
