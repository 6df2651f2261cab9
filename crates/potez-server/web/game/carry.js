// @ts-check
// A seat goes to another device: a link that is good once, made here and opened there.

import * as api from "../api.js";
import { openWindow } from "../dialog.js";
import { button, h } from "../dom.js";
import { go } from "../route.js";
import { rememberGame } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { linkBox } from "./link.js";

/** @param {string} id @param {string | null} token */
export function carryButton(id, token) {
  if (!token) return null;
  const run = async () => {
    try {
      const { code, seconds } = await api.call("POST", `/api/games/${id}/carry`, undefined, { token });
      const about = say("web-carry-about", { minutes: Math.round(seconds / 60) });
      const link = linkBox(`${location.origin}/#/seat/${code}`, say("web-carry"), { "data-id": "carry-link" });
      openWindow(say("web-carry"), h("p", null, about), link);
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
  };
  return button(say("web-carry"), () => void run(), { icon: "screen", class: "quiet", "data-id": "carry" });
}

/** The page that such a link opens. @param {import("../route.js").Route} route */
export async function seatPage(route) {
  const [, code = ""] = route.path;
  const { id, token } = await api.call("POST", `/api/carry/${encodeURIComponent(code)}`);
  rememberGame(id, token);
  // Not to be gone back to: the code is used up.
  history.replaceState(null, "", `#/game/${id}`);
  go(`#/game/${id}`);
  return { title: "", element: h("p", { class: "plain" }, "…") };
}
