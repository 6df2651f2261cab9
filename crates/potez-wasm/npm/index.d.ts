/** What the engine needs from outside; everything has a default. */
export interface Host {
  /** Milliseconds since some moment. */
  now?: () => number;
  /** Whether what is under way should end with what it has. Asked about twice per millisecond. */
  shouldStop?: () => boolean;
  /** Where random numbers begin. */
  seed?: number;
}

export type Player = "x" | "o";

/** A move: its canonical text, and what a player chooses one after the other. */
export interface Move {
  text: string;
  parts: MovePart[];
}

export type MovePart = { kind: string } & Record<string, unknown>;

/** A position: a game spec such as `havannah:size=5`, where the game began, and the moves since. */
export interface Place {
  game: string;
  position?: string | null;
  moves?: string[];
}

/** How long to think; whatever is reached first. */
export interface Limits {
  timeMs?: number;
  nodes?: number;
  depth?: number;
}

export type Proof = "win" | "loss" | "draw";

export interface State {
  game: string;
  start: string | null;
  position: string;
  turn: Player;
  ply: number;
  moves: Move[];
  /** The legal moves, sorted. */
  legal: string[];
  /** The board as data: cells, pieces, walls, marks. */
  view: any;
  outcome: Player | "draw" | null;
  reason: string | null;
  /** How the game ended, as a sentence. */
  words: string | null;
}

export interface Line {
  move: Move;
  score: number;
  /** The chance to win of the player to move, 0 to 1. */
  winChance: number;
  chanceX: number;
  proven: Proof | null;
  pv: Move[];
  depth: number;
  visits: number;
  remarks: { code: string; args: Record<string, string>; words: string }[];
  quality: "best" | "good" | "fair" | "poor" | "bad";
}

export interface Analysis {
  ply: number;
  turn: Player;
  depth: number;
  nodes: number;
  timeMs: number;
  lines: Line[];
  chanceX: number;
  proven: Proof | null;
}

export interface Session extends State {
  x: string;
  o: string;
  /** Who is to move; nobody at the end. */
  awaits: "person" | "bot" | null;
  clock: { xMs: number | null; oMs: number | null; running: Player | null } | null;
}

/** What is proven of a position. */
export interface Proofs {
  turn: Player;
  /** What the position is worth to the player to move. */
  proven: Proof | null;
  /** The moves that are decided, wins first: what each is worth to whoever plays it, and how the game goes on. */
  moves: { move: Move; proven: Proof; answer: Move[] }[];
  /** How many moves are legal. */
  legal: number;
  nodes: number;
}

/** A puzzle without its solution. */
export interface Puzzle {
  id: string;
  game: string;
  position: string;
  goal: "win" | "draw" | "hold";
  /** Moves to find. */
  asked: number;
  themes: string[];
  /** 1 to 10. */
  difficulty: number;
}

export interface PuzzleList {
  /** The easiest first. */
  puzzles: Puzzle[];
  themes: { id: string; name: string; count: number }[];
  /** The id of today's. */
  daily: string | null;
}

/** What becomes of a move of a puzzle. */
export interface Verdict {
  verdict: "right" | "solved" | "wrong";
  words: string;
  /** The answer, the rest of the line, or the wrong move with its refutation. */
  line: Move[];
}

/** A game as a page without a server keeps it; what is in it is the engine's. */
export interface StoredGame {
  id: string;
  version: number;
  created: number;
  updated: number;
  state: any;
  moves: string[];
}

/** When something is asked, in milliseconds since 1970, and the games that it is about. */
export interface Moment {
  now: number;
  since?: number;
  games?: StoredGame[];
}

/** What a request of a page comes to, as a server would answer it. */
export interface Reply {
  status: number;
  body: any;
  /** Games to be stored before the page hears of this. */
  changed: StoredGame[];
  /** Games in which a bot or a teacher is to think (`duty`), or a flag falls at a moment. */
  duties: { game: string; version: number; thinks: boolean; dueAt?: number }[];
}

/** What can be asked. Every question may have an `id`, which comes back, and a `lang`: en, sr or sr-Cyrl. */
export type Question =
  | { query: "games" }
  | ({ query: "state" } & Place)
  | ({ query: "step"; parts?: MovePart[]; typed?: string } & Place)
  | ({ query: "perft"; depth: number; divide?: boolean } & Place)
  | ({ query: "signature" } & Place)
  | { query: "record"; text: string; to?: string }
  | ({ query: "analyse"; limits?: Limits; multipv?: number; bot?: string; reportEveryMs?: number } & Place)
  | ({ query: "solve"; limits?: Limits } & Place)
  | ({ query: "review"; limits?: Limits } & Place)
  | ({ query: "proofs" } & Place)
  | { query: "puzzles"; game: string; now?: number }
  | { query: "puzzle"; puzzle: string; found?: number; move?: string }
  | ({ query: "open"; session: string; x?: string; o?: string; clock?: string; botTimeMs?: number } & Place)
  | { query: "open"; session: string; record: string }
  | { query: "act"; session: string; act: "move" | "undo" | "redo" | "resign" | "swapSides" | "tick"; move?: string; parts?: MovePart[] }
  | { query: "reply"; session: string; limits?: Limits }
  | { query: "look" | "close"; session: string }
  | { query: "save"; session: string; to?: string }
  | ({ query: "call"; method: string; path: string; params?: Record<string, string>; body?: unknown } & Moment)
  | ({ query: "duty" } & Moment)
  | ({ query: "settle"; outcome: unknown } & Moment);

/** The engine in this thread: whoever asks waits. In a page it belongs into a worker. */
export class Engine {
  constructor(module: WebAssembly.Module, host?: Host);
  /** The bytes that the engine has taken. */
  readonly memory: number;
  ask(question: { query: "state" } & Place, hear?: null): State;
  ask(question: { query: "analyse" } & Place & Record<string, unknown>, hear?: ((partial: any) => void) | null): Analysis;
  ask(question: { query: "proofs" } & Place, hear?: null): Proofs;
  ask(question: { query: "puzzles"; game: string; now?: number; lang?: string }, hear?: null): PuzzleList;
  ask(question: { query: "puzzle"; puzzle: string; found?: number; move: string; lang?: string }, hear?: null): Verdict;
  ask(question: { query: "call" | "settle" } & Moment & Record<string, unknown>, hear?: ((partial: any) => void) | null): Reply;
  ask(question: Question & { id?: unknown; lang?: string }, hear?: ((partial: any) => void) | null): any;
}

/** Whether the build with vectors runs here. */
export function hasVectors(): boolean;
/** The address of the module that runs here, as fast as it can. */
export function moduleUrl(): URL;
/** Loads and compiles the module; it can be handed to workers. */
export function compile(url?: URL): Promise<WebAssembly.Module>;
/** An engine, ready to be asked. */
export function load(host?: Host): Promise<Engine>;
