// @ts-check
// What was done with puzzles, to take along as a file and to bring back.

/** @typedef {import("../pages/puzzles.js").Kit} Kit */
/** @typedef {import("./progress.js").Progress} Progress */

/** @param {Kit} kit @param {Progress} progress @param {() => void} changed */
export function keeping({ h, button, say, saveText, note }, progress, changed) {
  const file = h("input", { type: "file", accept: ".json,application/json", class: "unseen", tabindex: -1 });
  file.setAttribute("aria-label", say("web-puzzle-import"));
  file.addEventListener("change", async () => {
    const text = await file.files?.[0]?.text();
    file.value = "";
    if (text === undefined) return;
    note(say(progress.takeText(text) ? "web-puzzle-imported" : "web-puzzle-not-imported"));
    changed();
  });
  const save = () => saveText("potez-puzzles.json", progress.toText(), "application/json");
  return h(
    "div",
    { class: "row minor" },
    button(say("web-puzzle-export"), save, { icon: "down", class: "quiet", "data-id": "puzzle-export" }),
    button(say("web-puzzle-import"), () => file.click(), { icon: "up", class: "quiet", "data-id": "puzzle-import" }),
    file,
  );
}
