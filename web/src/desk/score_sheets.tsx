// Score sheets of a round: to be written on, or of the games as they were recorded, with the times.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { clockText } from "../state/clock";
import { texts } from "../text/language";
import { clocks, rules } from "../wire/api";
import type { Live } from "./live";
import { gamesOf, isOneHalfZero, playerName, type Tournament, tableOf } from "./model";
import { scoreText } from "./result_keys";
import { EventLine } from "./sheet_head";
import { words } from "./text";

/** Number of moves of a sheet to write on. */
const MOVES = 60;

/** A game as it was recorded. */
interface Recorded {
  readonly plies: readonly RecordedPly[];
  readonly isBlackFirst: boolean;
}

interface RecordedPly {
  readonly notation: string;
  /** The time left after it; empty if it was not timed. */
  readonly left: string;
  readonly isIrregular: boolean;
}

interface ScoreSheetsProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round;
}

export function ScoreSheets({ live, tournament, round }: ScoreSheetsProps) {
  const [w, t] = [words.value, texts.value];
  const recorded = useSignal<ReadonlyMap<string, Recorded>>(new Map());
  const ids = round.openedAtMs > 0n ? gamesOf(round).map(({ game }) => game) : [];
  const key = ids.join();
  const version = live.version();
  useEffect(() => {
    let isLeft = false;
    void (async () => {
      for (const id of ids) {
        const read = await readGame(live, id);
        if (isLeft) return;
        if (read) recorded.value = new Map([...recorded.peek(), [id, read]]);
      }
    })();
    return () => {
      isLeft = true;
    };
  }, [live, key, version, recorded]);
  return (
    <>
      {gamesOf(round).map((game) => {
        const of = recorded.value.get(game.game);
        const isBlank = of === undefined || of.plies.length === 0;
        return (
          <div class="score-sheet" key={tableOf(game)} data-recorded={of?.plies.length ?? 0}>
            <EventLine tournament={tournament} round={round} />
            <h3>
              {t("round", { round: round.number })} · {w("table")} {tableOf(game)}
            </h3>
            <p>
              {t("white")}: {playerName(tournament, game.pairing?.white ?? 0)} · {t("black")}:{" "}
              {playerName(tournament, game.pairing?.black ?? 0)}
            </p>
            {isBlank ? <BlankMoves /> : <RecordedMoves recorded={of} />}
            <Foot tournament={tournament} game={game} recorded={of} />
          </div>
        );
      })}
    </>
  );
}

function BlankMoves() {
  return (
    <ol class="moves">
      {Array.from({ length: MOVES }, (_, at) => (
        <li key={at}>
          <span class="blank" />
          <span class="blank" />
        </li>
      ))}
    </ol>
  );
}

function RecordedMoves({ recorded }: { readonly recorded: Recorded }) {
  const plies = recorded.isBlackFirst ? [null, ...recorded.plies] : recorded.plies;
  const moves = Array.from({ length: Math.ceil(plies.length / 2) }, (_, at) => at * 2);
  return (
    <>
      <ol class="moves moves-recorded">
        {moves.map((at) => (
          <li key={at}>
            <Ply ply={plies[at] ?? null} />
            <Ply ply={plies[at + 1] ?? null} />
          </li>
        ))}
      </ol>
      {recorded.plies.some(({ isIrregular }) => isIrregular) && (
        <p class="hint">* {words.value("irregular-ply")}</p>
      )}
    </>
  );
}

function Ply({ ply }: { readonly ply: RecordedPly | null }) {
  return (
    <span class="ply">
      {ply && (
        <>
          {ply.notation}
          {ply.isIrregular && "*"} <span class="hint">{ply.left}</span>
        </>
      )}
    </span>
  );
}

function Foot({
  tournament,
  game,
  recorded,
}: {
  readonly tournament: Tournament;
  readonly game: PairedGame;
  readonly recorded: Recorded | undefined;
}) {
  const w = words.value;
  const timed = recorded?.plies ?? [];
  const first = recorded?.isBlackFirst ? 1 : 0;
  const lastOf = (side: number) =>
    timed.filter(({ left }, at) => (at + first) % 2 === side && left !== "").at(-1)?.left;
  const score = game.outcome ? scoreText(game.outcome.score, isOneHalfZero(tournament)) : "";
  return (
    <>
      <p>
        {w("result")}: {score || "________"} · {w("times-left")}: {lastOf(0) ?? "________"}{" "}
        {lastOf(1) ?? "________"}
      </p>
      <p>{w("signatures")}: ________________ ________________</p>
    </>
  );
}

/** Reads a game and the times of its moves; `null` if nothing was recorded. */
async function readGame(live: Live, id: string): Promise<Recorded | null> {
  const game = { ...live.ref, game: id };
  try {
    const { state, notations } = await rules.getGame({ game });
    if (!state || notations.length === 0) return null;
    const isBlackFirst = state.startFen.startsWith("B");
    const left = await timesOf(game);
    const plies = notations.map((notation, at): RecordedPly => {
      const number = at + (isBlackFirst ? 1 : 0);
      const times = number % 2 === 0 ? left.white : left.black;
      const ms = times[Math.floor(at / 2)];
      const isTimed = ms !== undefined && ms >= 0n;
      return {
        notation,
        left: isTimed ? clockText(Number(ms)) : "",
        isIrregular: (state.plies[at]?.breach ?? "") !== "",
      };
    });
    return { plies, isBlackFirst };
  } catch {
    // Nothing was told of it: the sheet is to be written on.
    return null;
  }
}

async function timesOf(game: { venue: string; tournament: string; game: string }) {
  try {
    const { clock } = await clocks.getClock({ game });
    const { whiteTimes, blackTimes } = clock?.state ?? {};
    return { white: whiteTimes?.leftMs ?? [], black: blackTimes?.leftMs ?? [] };
  } catch {
    // A game without a clock has no times.
    return { white: [], black: [] };
  }
}
