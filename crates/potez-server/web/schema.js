// @ts-check
// What the server says, as types. Nothing here runs.

/** @typedef {"x" | "o"} Player */
/** @typedef {{kind: "squares", rows: number, cols: number} | {kind: "hexagon", size: number}} Shape */
/** @typedef {{owner: Player, number: number}} Piece */
/** @typedef {{name: string, row: number, col: number, pieces: Piece[], marks: string[]}} Cell */
/** @typedef {{name: string, row: number, col: number, horizontal: boolean, last: boolean}} Wall */
/** @typedef {{shape: Shape, cells: Cell[], walls: Wall[], stocks: [string, [number, number]][]}} View */
/** @typedef {{winner: Player | null, reason: string, words: string}} Outcome */
/** @typedef {{move: string, by: Player, words: string}} Last */

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} family
 * @property {string | null} start
 * @property {string} position
 * @property {string[]} moves
 * @property {number} ply
 * @property {Player} turn
 * @property {View} view
 * @property {number} legal
 * @property {Outcome | null} outcome
 * @property {Last | null} last
 * @property {boolean} canSwap
 * @property {boolean} mustPass
 */

/** @typedef {"cell" | "wall" | "level" | "word"} Kind */

/**
 * @typedef {object} Choice
 * @property {string} text
 * @property {string} part
 * @property {Kind} kind
 * @property {string | null} cell
 * @property {number | null} row
 * @property {number | null} col
 * @property {boolean | null} horizontal
 * @property {number | null} level
 * @property {boolean} completes
 * @property {boolean} final
 */

/** @typedef {{part: string, cell: string, row: number, col: number, horizontal: boolean, code: string, message: string}} Blocked */

/**
 * @typedef {object} Step
 * @property {string} partial
 * @property {string[]} path
 * @property {string | null} complete
 * @property {Choice[]} choices
 * @property {Blocked[]} blocked
 * @property {Kind[]} expects
 * @property {string} help
 * @property {string} helpWords
 */

/** @typedef {{kind: "fischer" | "move", initialMs?: number, incrementMs?: number, moveMs?: number}} Clock */
/** @typedef {Clock & {x: number, o: number, running: Player | null}} RunningClock */
/** @typedef {{name: string | null, kind: "human" | "engine", bot: string | null, online: boolean, joined: boolean}} Seat */
/** @typedef {{move: string, by: Player, chanceBefore: number, chanceAfter: number, words: string[]}} Lesson */

/**
 * @typedef {object} LiveFields
 * @property {string} id
 * @property {number} version
 * @property {number} now
 * @property {Player | "both" | null} you
 * @property {{x: Seat, o: Seat}} players
 * @property {RunningClock | null} clock
 * @property {"free" | "ask" | "off"} takeback
 * @property {boolean} teaching
 * @property {{takeback: Player | null, rematch: Player | null}} offers
 * @property {string | null} next
 * @property {boolean} thinking
 * @property {number} watchers
 * @property {Lesson | null} lesson
 * @property {boolean} canUndo
 */

/** @typedef {Position & LiveFields} State */

/** @typedef {{code: string, args: Record<string, unknown>, words: string}} Remark */
/** @typedef {"win" | "loss" | "draw" | null} Proof */

/**
 * @typedef {object} Line
 * @property {string} move
 * @property {number} score
 * @property {number} winChance
 * @property {number} chanceX
 * @property {Proof} proven
 * @property {string[]} pv
 * @property {number} depth
 * @property {number} visits
 * @property {Remark[]} remarks
 * @property {"best" | "good" | "fair" | "poor" | "bad"} quality
 */

/**
 * @typedef {object} Analysis
 * @property {Player} turn
 * @property {number} depth
 * @property {number} nodes
 * @property {number} timeMs
 * @property {Line[]} lines
 * @property {number} chanceX
 * @property {Proof} proven
 * @property {boolean} [done]
 */

/** @typedef {string | {move: string, comment?: string, variations?: Item[][]}} Item */
/**
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string | null} position
 * @property {Record<string, string>} [tags]
 * @property {string | null} [comment]
 * @property {Item[]} moves
 * @property {string | null} [result]
 * @property {string | null} [reason]
 */

/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced"} Grade */
/**
 * @typedef {object} Judged
 * @property {number} ply
 * @property {Player} by
 * @property {string} move
 * @property {string} best
 * @property {string[]} pv
 * @property {number} chanceX
 * @property {number} chanceXBefore
 * @property {number} bestChanceX
 * @property {number} loss
 * @property {Grade} grade
 * @property {Proof} proven
 * @property {Remark[]} remarks
 * @property {Remark[]} bestRemarks
 */
/**
 * @typedef {object} Review
 * @property {string} game
 * @property {string | null} position
 * @property {Outcome | null} outcome
 * @property {Judged[]} moves
 * @property {number[]} graph
 * @property {{x: number, o: number}} accuracy
 * @property {number[]} worst
 * @property {{x: Record<string, number>, o: Record<string, number>}} counts
 */

/** @typedef {{key: string, values: string, default: string, about: string, choices: string[] | null, min: number | null, max: number | null}} Knob */
/** @typedef {{id: string, spec: string, name: string, about: string}} Variant */
/** @typedef {{id: string, name: string, about: string, knobs: Knob[], variants: Variant[], bots: string[]}} Family */
/** @typedef {{id: string, name: string, extension: string, games: string[] | null}} Format */
/**
 * @typedef {object} Catalogue
 * @property {string} version
 * @property {{id: string, name: string}[]} languages
 * @property {Family[]} games
 * @property {{level: number, bot: string, name: string}[]} levels
 * @property {{id: string, clock: Clock | null, name: string}[]} clocks
 * @property {Format[]} formats
 * @property {{nameChars: number, commentChars: number, recordBytes: number, analysisMs: number, multipv: number, moves: number}} limits
 */

export {};
