// Embargoes in words: that something is shown later than it happens.

import { texts } from "../text/language";
import type { Embargo, TournamentInfo } from "../wire/frames";

interface EmbargoesProps {
  readonly tournament: TournamentInfo;
  /** The round in sight; 0 for none. */
  readonly round: number;
  /** The table in sight; 0 for all. */
  readonly table?: number;
}

/** Says what of a round, or of a board, is shown later. */
export function Embargoes({ tournament, round, table = 0 }: EmbargoesProps) {
  const told = (tournament.embargoes ?? []).filter(
    (one) =>
      one.round === 0 ||
      (one.round === round && (one.table === 0 || table === 0 || one.table === table)),
  );
  if (told.length === 0) return null;
  return (
    <ul class="embargoes" data-embargoes={told.length}>
      {told.map((one) => (
        <li key={`${one.round}-${one.table}`}>{embargoPhrase(one)}</li>
      ))}
    </ul>
  );
}

function embargoPhrase(one: Embargo): string {
  const t = texts.value;
  const words = () => {
    if (one.until === "game-end") return t("embargo-game-end");
    if (one.until === "round-end") return t("embargo-round-end");
    if (one.until === null) return t("embargo-later");
    if (one.delayS % 60 === 0) return t("embargo-minutes", { minutes: one.delayS / 60 });
    return t("embargo-seconds", { seconds: one.delayS });
  };
  if (one.table > 0) return `${t("board", { table: one.table })}: ${words()}`;
  return one.round > 0 ? `${t("round", { round: one.round })}: ${words()}` : words();
}
