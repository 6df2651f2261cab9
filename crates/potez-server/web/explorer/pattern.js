// @ts-check
// Games on the server searched by a pattern: what some cells of the board look like, there or anywhere on it.

/** @typedef {import("../analysis/explorer.js").Kit} Kit */
/** @typedef {import("../analysis/explorer.js").Hooks} Hooks */
/** @typedef {import("potez-schema").PatternGameView} Found */
/** @typedef {import("potez-schema").GameCursor} Cursor */

/** Characters between the names of cells. */
const BETWEEN = /[\s,;]+/;

export class PatternSearch {
  /** @param {Kit} kit @param {Hooks} hooks @param {() => void} changed Another pattern is looked for. */
  constructor(kit, hooks, changed) {
    const { h, say, button, note } = kit;
    this.kit = kit;
    /** @type {Found[]} */
    this.found = [];
    this.scanned = 0;
    /** Where older games begin. @type {Cursor | null} */
    this.older = null;
    this.field = h("input", { type: "text", name: "cells", placeholder: say("web-explorer-cells-example") });
    this.anywhere = h("input", { type: "checkbox", name: "anywhere", checked: true });
    for (const input of [this.field, this.anywhere]) input.addEventListener("change", changed);
    const take = () => {
      const marked = hooks.marked();
      if (marked.length === 0) note(say("web-explorer-mark-first"));
      else {
        this.field.value = marked.join(" ");
        changed();
      }
    };
    this.elements = [
      h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-explorer-cells")), this.field),
      button(say("web-explorer-marked"), take, { class: "quiet", "data-id": "pattern-marked" }),
      h("label", { class: "inline" }, this.anywhere, say("web-explorer-anywhere")),
    ];
  }

  /** The cells that are asked for. */
  get cells() {
    return this.field.value.split(BETWEEN).filter((name) => name !== "");
  }

  /** Looks through the newest games, or through those behind them. @param {object} request @param {boolean} [on] */
  async ask(request, on = false) {
    const { cells, anywhere } = this;
    const older = on ? this.older : null;
    const asked = { ...request, cells, anywhere: anywhere.checked, older };
    const { games, scanned, older: next } = await this.kit.api.call("POST", "/api/pattern", asked);
    this.found = on ? [...this.found, ...games] : games;
    this.scanned = on ? this.scanned + scanned : scanned;
    this.older = next;
  }

  /** How much was found, and the way to more. @param {() => void} on */
  summary(on) {
    const { h, say, button } = this.kit;
    const words = say("web-explorer-scanned", { found: this.found.length, count: this.scanned });
    const more = this.older ? button(say("web-explorer-older"), on, { "data-id": "pattern-older" }) : null;
    return h("div", { class: "row" }, h("span", { class: "facts" }, words), more);
  }
}
