// @ts-check
// A field for moves typed in any notation of the game.

import { h } from "../dom.js";
import { say } from "../texts.js";

/**
 * @param {(move: string) => Promise<void> | void} play
 * @returns {{element: HTMLElement, enable: (enabled: boolean) => void}}
 */
export function typedMove(play) {
  const error = h("p", { class: "field-error", role: "alert" });
  const quiet = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const said = { placeholder: say("web-type-example"), "aria-label": say("web-type-move") };
  const input = h("input", { type: "text", name: "move", maxlength: 80, ...quiet, ...said });
  const submit = h("button", { type: "submit" }, say("web-type-play"));
  const form = h("form", { class: "typed" }, input, submit, error);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    error.textContent = "";
    Promise.resolve(play(text)).then(
      () => (input.value = ""),
      (reason) => {
        error.textContent = reason instanceof Error && reason.message ? reason.message : say("web-offline");
      },
    );
  });
  input.addEventListener("input", () => (error.textContent = ""));
  return {
    element: form,
    enable: (enabled) => {
      input.disabled = !enabled;
      submit.disabled = !enabled;
    },
  };
}
