// The rulings of arbiters on games, which the logs of the games have, as lines of the record.

import { Code, ConnectError } from "@connectrpc/connect";
import type { Round } from "../gen/damcast/v1/pairing_pb";
import type { GameDecision, GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import type { RecordLine } from "./decisions";

/** Asks for a game with its history, as `GetGame` does. */
type ReadGame = (request: {
  game: { venue: string; tournament: string; game: string };
  language: string;
  withHistory: true;
  historyBefore: bigint;
}) => Promise<GetGameResponse>;

/** Number of games that are read at once. */
const AT_ONCE = 4;

/** Returns the rulings among decisions about a game, in the words of the service. */
export function rulingsOf(game: string, history: readonly GameDecision[]): RecordLine[] {
  return history.flatMap(({ input, version, ruling, roleText }): RecordLine[] => {
    if (!input || ruling === "") return [];
    return [
      {
        key: `${game} ${version}`,
        version: "",
        atMs: Number(input.atMs),
        by: input.bearer || input.by,
        role: roleText,
        device: input.device,
        kinds: ["rulings"],
        game,
        what: ruling,
        reason: input.rulingReason || input.reason,
        cause: "",
      },
    ];
  });
}

/** The rulings on the games that may be read, and the refusal of another; `null` if all were read. */
interface ReadRulings {
  readonly lines: readonly RecordLine[];
  readonly refused: ConnectError | null;
}

/** Reads the rulings on the games of a tournament, and those of closed rounds once. */
export class GameRulings {
  readonly #closed = new Map<string, readonly RecordLine[]>();

  constructor(readonly readGame: ReadGame) {}

  /**
   * Returns the rulings on the games of the rounds that were opened, as far as they may be read:
   * an arbiter may be limited to some tables.
   *
   * Throws a `ConnectError` if a game cannot be read for another reason.
   */
  async read(
    tournament: { venue: string; tournament: string },
    rounds: readonly Round[],
    language: string,
  ): Promise<ReadRulings> {
    const left = rounds
      .filter(({ openedAtMs }) => openedAtMs > 0n)
      .flatMap(({ games, closedAtMs }) =>
        games.map(({ game }) => ({ game, isClosed: closedAtMs > 0n })),
      );
    const found: RecordLine[] = [];
    let refused: ConnectError | null = null;
    let hasFailed = false;
    const readOn = async () => {
      for (let next = left.pop(); next && !hasFailed; next = left.pop()) {
        const { game, isClosed } = next;
        const key = `${language} ${game}`;
        const known = isClosed ? this.#closed.get(key) : undefined;
        const lines = known ?? (await this.#rulingsOn(tournament, game, language));
        if (lines instanceof ConnectError) {
          refused = lines;
          continue;
        }
        if (isClosed) this.#closed.set(key, lines);
        found.push(...lines);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    } finally {
      hasFailed = true;
    }
    return { lines: found, refused };
  }

  /** Forgets what was read, so that games of closed rounds are read again. */
  forget(): void {
    this.#closed.clear();
  }

  async #rulingsOn(
    tournament: { venue: string; tournament: string },
    game: string,
    language: string,
  ): Promise<RecordLine[] | ConnectError> {
    try {
      const request = { game: { ...tournament, game }, language, withHistory: true } as const;
      let found: RecordLine[] = [];
      // A long history comes in parts, the latest first.
      for (let historyBefore = 0n; historyBefore !== 1n; ) {
        const { history } = await this.readGame({ ...request, historyBefore });
        const first = history[0];
        if (!first) break;
        found = [...rulingsOf(game, history), ...found];
        historyBefore = first.version;
      }
      return found;
    } catch (error) {
      const refusal = ConnectError.from(error);
      // A game of which nothing was told has no log.
      if (refusal.code === Code.NotFound) return [];
      if (refusal.code === Code.PermissionDenied) return refusal;
      throw error;
    }
  }
}
