// The tables of a round with their results, typed one key a board.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PairedGame, Round } from "../gen/damcast/v1/pairing_pb";
import { texts } from "../text/language";
import { takeKeys } from "./actions";
import { acts, isUnderWay } from "./acts";
import type { Live } from "./live";
import { gamesOf, isOneHalfZero, needsMen, playerName, type Tournament, tableOf } from "./model";
import { asTyped, isAsRecorded, resultText, type TypedResult, typed } from "./result_keys";
import { ResultPad } from "./result_pad";
import * as rounds from "./rounds";
import { RowMenu } from "./row_menu";
import { words } from "./text";
import { play } from "./tone";

interface ResultsProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round;
  /** True if results are typed a second time and compared, not recorded. */
  readonly isCheck: boolean;
}

/** The comparison of a typed result with the recorded one, in a checking pass. */
type Check = "same" | "other";

export function Results({ live, tournament, round, isCheck }: ResultsProps) {
  const [w, t] = [words.value, texts.value];
  const games = gamesOf(round);
  const at = useSignal(0);
  const begun = useSignal("");
  const checked = useSignal<ReadonlyMap<number, Check>>(new Map());
  const isHalf = isOneHalfZero(tournament);
  const isEntered = live.offers("results");

  // A new pass begins at the first board that it is about.
  const pass = `${round.number} ${isCheck}`;
  useLayoutEffect(() => {
    const first = isCheck ? 0 : games.findIndex((game) => !game.outcome);
    at.value = Math.max(first, 0);
    begun.value = "";
    checked.value = new Map();
  }, [pass]);

  const latest = useRef({ games, isCheck, tournament, round });
  latest.current = { games, isCheck, tournament, round };
  const press = useRef<(key: string) => boolean>(() => false);
  useLayoutEffect(() => {
    const enter = (game: PairedGame, result: TypedResult): boolean => {
      const now = latest.current;
      if (now.isCheck) {
        const is = isAsRecorded(result, game) ? "same" : "other";
        checked.value = new Map([...checked.value, [tableOf(game), is]]);
        if (is === "other") play([440]);
        return is === "same";
      }
      const { number } = now.round;
      if (game.outcome === undefined) {
        void rounds.record(live, now.tournament, number, game, result);
      } else if (!isAsRecorded(result, game)) {
        void rounds.correct(live, now.tournament, number, game, result);
      }
      return true;
    };
    press.current = (key) => {
      const now = latest.current;
      const game = now.games[at.value];
      // Results are told of a round that has been opened.
      if (!game || now.round.openedAtMs === 0n) return false;
      const effect = typed(begun.value, key, needsMen(now.tournament));
      begun.value = effect.kind === "begun" ? effect.keys : "";
      switch (effect.kind) {
        case "result":
          if (enter(game, effect.result)) at.value = nextBoard(now.games, at.value, now.isCheck);
          return true;
        case "clear":
          if (game.outcome && !now.isCheck) {
            void rounds.withdrawResult(live, now.tournament, now.round.number, game);
          }
          return true;
        case "move":
          at.value = Math.min(Math.max(at.value + effect.by, 0), now.games.length - 1);
          return true;
        case "begun":
          return true;
        case "other":
          return false;
      }
    };
    if (!isEntered) return;
    takeKeys((event) => press.current(event.key));
    return () => takeKeys(null);
  }, [live, at, begun, checked, isEntered]);

  return (
    <div class="results-scroll">
      <table class="results" data-check={isCheck}>
        <caption class="hidden">{w("results-caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{w("table")}</th>
            <th scope="col">{t("white")}</th>
            <th scope="col">{w("result")}</th>
            <th scope="col">{t("black")}</th>
            <th scope="col">
              <span class="hidden">{w("more")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game, index) => {
            const table = tableOf(game);
            const isHere = index === at.value;
            return (
              <tr
                key={table}
                data-table={table}
                data-here={isHere}
                data-check={checked.value.get(table)}
                aria-current={isHere ? "true" : undefined}
                onClick={() => {
                  at.value = index;
                }}
              >
                <th scope="row">{table}</th>
                <td>{playerName(tournament, game.pairing?.white ?? 0)}</td>
                <td class="result">
                  <ResultCell
                    game={game}
                    round={round.number}
                    begun={isHere ? begun.value : ""}
                    isHalf={isHalf}
                  />
                </td>
                <td>{playerName(tournament, game.pairing?.black ?? 0)}</td>
                <td class="more">
                  <GameMenu live={live} tournament={tournament} round={round} game={game} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {isEntered && round.openedAtMs > 0n && games[at.value] && (
        <ResultPad
          table={tableOf(games[at.value] as PairedGame)}
          begun={begun.value}
          isHalf={isHalf}
          press={(key) => press.current(key)}
        />
      )}
      {isEntered && (
        <p class="hint keys-hint">{isCheck ? w("check-hint") : w("result-keys-hint")}</p>
      )}
    </div>
  );
}

interface ResultCellProps {
  readonly game: PairedGame;
  readonly round: number;
  readonly begun: string;
  readonly isHalf: boolean;
}

function ResultCell({ game, round, begun, isHalf }: ResultCellProps) {
  const key = rounds.resultKey(round, tableOf(game));
  const last = acts.value.find((one) => one.key === key);
  const state = isUnderWay(key) ? "sent" : last && last.state !== "stored" ? last.state : "stored";
  if (begun !== "") return <span data-result="begun">{begun}…</span>;
  if (state === "sent") return <span data-result="sent">…</span>;
  const recorded = asTyped(game);
  const text = recorded ? resultText(recorded, isHalf) : "";
  return (
    <span data-result={text === "" ? (state === "stored" ? "none" : state) : state}>
      {text || (game.postponed ? words.value("postponed") : "·")}
    </span>
  );
}

interface GameMenuProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round;
  readonly game: PairedGame;
}

/** Everything else that is done with a game at its table. */
function GameMenu({ live, tournament, round, game }: GameMenuProps) {
  const w = words.value;
  const table = tableOf(game);
  const { number } = round;
  const isOpen = round.openedAtMs > 0n;
  const items = [
    { act: "result-of", label: w("result-of", { table }), run: rounds.chooseResult, when: isOpen },
    {
      act: "withdraw-result",
      label: w("withdraw-result", { table }),
      run: rounds.withdrawResult,
      when: game.outcome !== undefined,
    },
    {
      act: "reverse-colors",
      label: w("reverse-colors", { table }),
      run: rounds.reverseColors,
      when: isOpen,
    },
    {
      act: "make-up",
      label: w("make-up", { table }),
      run: rounds.planMakeUp,
      when: game.outcome === undefined,
    },
    { act: "set-start", label: w("set-start", { table }), run: rounds.setStart, when: !isOpen },
  ].filter((item) => item.when && live.offers(item.act));
  return (
    <RowMenu
      label={w("more-of", { table })}
      items={items.map(({ act, label, run }) => ({
        id: act,
        label,
        run: () => void run(live, tournament, number, game),
      }))}
    />
  );
}

/** Returns the board that the next key is for: the next without a result, or the next of a check. */
function nextBoard(games: readonly PairedGame[], at: number, isCheck: boolean): number {
  if (isCheck) return Math.min(at + 1, games.length - 1);
  const isOpen = (game: PairedGame, index: number) => index > at && !game.outcome;
  const later = games.findIndex(isOpen);
  return later >= 0 ? later : Math.min(at + 1, games.length - 1);
}
