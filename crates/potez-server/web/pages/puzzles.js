// @ts-check
// The page of puzzles comes when it is first asked for; what it needs of the rest goes along.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { button, fill, h, select } from "../dom.js";
import { typedMove } from "../game/typed.js";
import { go } from "../route.js";
import { saveText } from "../save.js";
import { announce, note } from "../speech.js";
import { say, stockName } from "../texts.js";
import { variantName } from "./presets.js";

const kit = { api, Board, Mover, button, fill, h, select, typedMove, go, saveText, announce, note, say, stockName };

/** @typedef {typeof kit & {variant: (spec: string) => string}} Kit */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function puzzlesPage(route) {
  const [{ openPuzzles }, { Progress }, catalogue] = await Promise.all([
    import("../puzzles/page.js"),
    import("../puzzles/progress.js"),
    api.catalogue(),
  ]);
  const variant = (/** @type {string} */ spec) => variantName(catalogue, spec);
  return openPuzzles(route, { ...kit, variant }, new Progress());
}
