// @ts-check
// A recorded search as it came: its types, and the boards of its positions.

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").CellView} Cell */
/** @typedef {import("potez-schema").WallView} Wall */
/** @typedef {"x" | "o"} Player */

/**
 * @typedef {object} Change What a move changed on the board of its parent.
 * @property {[number, Cell["pieces"], Cell["marks"]][]} [cells]
 * @property {Wall[]} [walls]
 * @property {string[]} [gone]
 * @property {View["stocks"]} [stocks]
 */

/** @typedef {{parent: number[], move: string[], turn: Player[], change: Change[]}} Positions */
/** @typedef {{pv: string[], value: number, winChance: number, proven: "win" | "loss" | "draw" | null}} Found */

/**
 * @typedef {object} RunFacts What all searches have in common.
 * @property {string | null} without
 * @property {string | null} stage
 * @property {number | null} depthLimit
 * @property {number | null} nodeLimit
 * @property {boolean} givenUp
 * @property {number} nodes
 * @property {number} depth
 * @property {Found | null} found
 * @property {boolean} truncated
 * @property {number} made
 * @property {number} kept
 * @property {[string, number][]} counters
 * @property {[string, number[]][]} plies
 */

/**
 * @typedef {object} AlphaBetaSteps
 * @property {"alphabeta" | "minimax"} kind
 * @property {number} won
 * @property {number} largest
 * @property {[number, number][]} iterations
 * @property {number[]} parent
 * @property {number[]} position
 * @property {string[]} pass
 * @property {number[]} index
 * @property {string[]} source
 * @property {number[]} remaining
 * @property {(number | null)[]} alpha
 * @property {(number | null)[]} beta
 * @property {(number | null)[]} value
 * @property {string[]} end
 * @property {[number, number][]} reduced
 * @property {[number, number][]} extended
 * @property {number[]} blind
 * @property {[number, number, string, number][]} table
 * @property {string[]} termNames
 * @property {[number, number[]][]} terms
 * @property {[number, number][]} history
 */

/** @typedef {[number | null, number | null]} Numbers A proof and a disproof number; nothing is infinite. */

/**
 * @typedef {object} ProofSteps
 * @property {"proof"} kind
 * @property {number[]} parent
 * @property {number[]} position
 * @property {Player[]} player
 * @property {boolean[]} or
 * @property {(number | null)[]} proofThreshold
 * @property {(number | null)[]} disproofThreshold
 * @property {Numbers[]} before
 * @property {(Numbers | null)[]} after
 * @property {number[]} children
 * @property {[number, number][]} solved
 * @property {number[]} work
 */

/**
 * @typedef {object} Simulation
 * @property {number[]} path
 * @property {(number | null)[][]} terms
 * @property {[string, number][][]} rivals
 * @property {string} end
 * @property {number} value
 * @property {number} [children]
 * @property {[number, string][]} [proofs]
 */

/**
 * @typedef {{move: string, visits: number, mean: number | null, amaf: [number, number] | null, prior: number | null,
 *   proof: string | null}} RootMove
 */

/**
 * @typedef {object} TreeSteps
 * @property {"tree"} kind
 * @property {number} visitsPerSimulation
 * @property {number[]} parent
 * @property {number[]} position
 * @property {Simulation[]} simulations
 * @property {RootMove[]} root
 */

/** @typedef {RunFacts & AlphaBetaSteps} AlphaBetaRun */
/** @typedef {RunFacts & ProofSteps} ProofRun */
/** @typedef {RunFacts & TreeSteps} TreeRun */
/** @typedef {AlphaBetaRun | ProofRun | TreeRun} Run */

/**
 * @typedef {object} Explanation
 * @property {string} game
 * @property {string | null} position
 * @property {string[]} moves
 * @property {string} bot
 * @property {Player} turn
 * @property {View} view
 * @property {Positions} positions
 * @property {Run[]} runs
 */

/** The boards of the positions of a search, each made from that of its parent. */
export class Boards {
  /** @param {Explanation} explanation */
  constructor(explanation) {
    this.positions = explanation.positions;
    /** @type {Map<number, View>} */
    this.known = new Map([[0, explanation.view]]);
  }

  /** @param {number} at @returns {View} */
  view(at) {
    const known = this.known.get(at);
    if (known) return known;
    const parent = this.view(this.positions.parent[at] ?? 0);
    const view = changed(parent, this.positions.change[at] ?? {});
    // A reader steps back and forth over a few positions: no more of them are kept than that needs.
    if (this.known.size > 2000) this.known = new Map([[0, this.view(0)]]);
    this.known.set(at, view);
    return view;
  }

  /** The moves that lead to a position. @param {number} at @returns {string[]} */
  line(at) {
    /** @type {string[]} */
    const moves = [];
    for (let here = at; here > 0; here = this.positions.parent[here] ?? 0)
      moves.unshift(this.positions.move[here] ?? "");
    return moves;
  }

  /** @param {number} at @returns {Player} */
  turn(at) {
    return this.positions.turn[at] ?? "x";
  }

  /** @param {number} at */
  move(at) {
    return this.positions.move[at] ?? "";
  }
}

/** @param {View} view @param {Change} change @returns {View} */
function changed(view, { cells = [], walls = [], gone = [], stocks }) {
  const next = [...view.cells];
  for (const [at, pieces, marks] of cells) {
    const cell = next[at];
    if (cell) next[at] = { ...cell, pieces, marks };
  }
  const names = new Set([...gone, ...walls.map(({ name }) => name)]);
  const kept = view.walls.filter(({ name }) => !names.has(name));
  return { ...view, cells: next, walls: [...kept, ...walls], stocks: stocks ?? view.stocks };
}

/**
 * A step of a search in depth: a visit is entered, or left with its result, or both at once where nothing is below it.
 * @typedef {{visit: number, enters: boolean, leaves: boolean}} Step
 */

/**
 * The steps of visits that come in preorder.
 * @param {number[]} parents
 * @returns {{steps: Step[], entered: number[], left: number[]}}
 */
export function stepsOf(parents) {
  /** @type {Step[]} */
  const steps = [];
  const entered = parents.map(() => 0);
  const left = parents.map(() => Infinity);
  /** @type {number[]} */
  const open = [];
  const leave = () => {
    const visit = open.pop();
    if (visit === undefined) return;
    const last = steps.at(-1);
    if (last?.visit === visit) last.leaves = true;
    else steps.push({ visit, enters: false, leaves: true });
    left[visit] = steps.length - 1;
  };
  parents.forEach((parent, visit) => {
    while (open.length > 0 && open.at(-1) !== parent) leave();
    steps.push({ visit, enters: true, leaves: false });
    entered[visit] = steps.length - 1;
    open.push(visit);
  });
  while (open.length > 0) leave();
  return { steps, entered, left };
}

/** The children of every visit, in order. @param {number[]} parents */
export function childrenOf(parents) {
  /** @type {number[][]} */
  const children = parents.map(() => []);
  parents.forEach((parent, visit) => {
    if (parent >= 0 && parent !== visit) children[parent]?.push(visit);
  });
  return children;
}
