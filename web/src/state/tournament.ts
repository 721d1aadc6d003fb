// Folds frames into the state that a spectator sees. Pure: a frame either fits the state, or there
// is a gap and the state must be fetched anew; a position is never guessed.

import { carriedOut, fenOf } from "../wire/carried_out";
import type {
  Change,
  Changes,
  Game,
  Player,
  Resumed,
  Round,
  Snapshot,
  Table,
  Team,
  TournamentInfo,
} from "../wire/frames";
import { parseFen } from "../wire/position";

export interface TournamentState {
  readonly cursor: string;
  readonly tournament: TournamentInfo;
  readonly players: ReadonlyMap<number, Player>;
  readonly rounds: readonly Round[];
  /** Games that did not change keep their identity, so that only changed boards are painted. */
  readonly games: ReadonlyMap<string, Game>;
  readonly tables: readonly Table[];
  readonly teams: ReadonlyMap<number, Team>;
}

/** The next state, or the reason why the frame does not fit the one before it. */
export type Outcome =
  | { readonly kind: "next"; readonly state: TournamentState }
  | { readonly kind: "gap"; readonly reason: string };

/** Folds one frame; `null` is the state before the first snapshot. */
export function fold(state: TournamentState | null, frame: Snapshot | Resumed | Changes): Outcome {
  if (frame.type === "snapshot") return { kind: "next", state: fromSnapshot(frame) };
  if (state === null) return gap(`${frame.type} before any snapshot`);
  if (frame.type === "resumed") {
    return { kind: "next", state: { ...state, cursor: frame.cursor } };
  }
  const draft: Draft = { ...state, cursor: frame.cursor, games: new Map(state.games) };
  for (const change of frame.changes) {
    const reason = applyChange(draft, change);
    if (reason !== null) return gap(reason);
  }
  return { kind: "next", state: draft };
}

interface Draft {
  cursor: string;
  tournament: TournamentInfo;
  players: ReadonlyMap<number, Player>;
  rounds: readonly Round[];
  games: Map<string, Game>;
  tables: readonly Table[];
  teams: ReadonlyMap<number, Team>;
}

function fromSnapshot(frame: Snapshot): TournamentState {
  return {
    cursor: frame.cursor,
    tournament: frame.tournament,
    players: byId(frame.players),
    rounds: frame.rounds,
    games: new Map(frame.games.map((game) => [game.id, game])),
    tables: frame.tables,
    teams: byId(frame.teams),
  };
}

/** Applies a change to the draft; returns the reason if it cannot, else `null`. */
function applyChange(draft: Draft, change: Change): string | null {
  switch (change.kind) {
    case "move":
      return versioned(draft, change, (game) => {
        if (change.ply !== game.moves.length + 1) {
          return `${game.id}: ply ${change.ply} after ${game.moves.length} moves`;
        }
        return {
          ...game,
          started: true,
          version: change.version,
          moves: [...game.moves, change.move],
          fen: change.move.fen ?? fenOf(carriedOut(parseFen(game.fen), change.move)),
        };
      });
    case "result":
      return versioned(draft, change, (game) => ({
        ...game,
        version: change.version,
        result: change.result,
      }));
    case "clock": {
      // A clock that arrives before its game comes again with the game itself.
      const game = draft.games.get(change.game);
      if (!game) return null;
      // Another replica may send older changes again; a clock never goes back.
      if (game.clock && change.clock && change.clock.asOf < game.clock.asOf) return null;
      draft.games.set(game.id, { ...game, clock: change.clock });
      return null;
    }
    case "game": {
      // A corrected result keeps the version. A lower version is an older change from another
      // replica.
      const known = draft.games.get(change.game.id)?.version ?? 0;
      if (change.game.version >= known) draft.games.set(change.game.id, change.game);
      return null;
    }
    case "rounds":
      draft.rounds = change.rounds;
      return null;
    case "players":
      draft.players = byId(change.players);
      draft.teams = byId(change.teams);
      return null;
    case "tournament":
      draft.tournament = change.tournament;
      return null;
    case "standings":
      draft.tables = change.tables;
      return null;
  }
}

/** Applies a change only to the version right before it; an older one was already applied. */
function versioned(
  draft: Draft,
  change: { readonly game: string; readonly version: number },
  next: (game: Game) => Game | string,
): string | null {
  const game = draft.games.get(change.game);
  if (!game) return `${change.game}: unknown game`;
  if (change.version <= game.version) return null;
  if (change.version !== game.version + 1) {
    return `${game.id}: version ${change.version} after ${game.version}`;
  }
  const outcome = next(game);
  if (typeof outcome === "string") return outcome;
  draft.games.set(game.id, outcome);
  return null;
}

function byId<T extends { readonly id: number }>(list: readonly T[]): ReadonlyMap<number, T> {
  return new Map(list.map((one) => [one.id, one]));
}

function gap(reason: string): Outcome {
  return { kind: "gap", reason };
}
