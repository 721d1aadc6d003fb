// The end of the game: its result, which the players confirm, and the way to the next round.

import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { isolated } from "../wire/isolated";
import { ByCode } from "./by_code";
import { Elsewhere } from "./elsewhere";
import { sides } from "./game";
import { Lazily } from "./lazily";
import { Names } from "./ready";
import { scoreName } from "./score";
import { confirmThat, isConfirmed } from "./seen";
import { ScoreSheet } from "./sheet";
import { sideName, words } from "./text";

const loadSigning = () => import("./signing").then(({ Signing }) => Signing);

export function End({ game }: { readonly game: TableGame }) {
  const w = words.value;
  const { outcome } = game;
  if (!outcome) return null;
  // A result that is corrected is confirmed anew.
  const name = (side: string) => `result ${outcome.score} ${outcome.reason} ${side}`;
  const open = sides.value.filter((side) => !isConfirmed(name(side)));
  const by = game.byHand?.by ?? "";
  return (
    <section class="tablet-form" data-score={outcome.score}>
      <h1>{w("result")}</h1>
      <p class="tablet-score">{scoreName(outcome.score)}</p>
      <p>
        {outcome.reason > 0 && w(`reason-${outcome.reason}` as "reason-1")}
        {by !== "" && `. ${w("given-by", { name: isolated(by) })}`}
      </p>
      <Names game={game} />
      {sides.value
        .filter((side) => !open.includes(side))
        .map((side) => (
          <p key={side} role="status">
            {w("result-confirmed", { side: sideName(side) })}
          </p>
        ))}
      {open.map((side) => (
        <button
          key={side}
          type="button"
          class="big-button big-next"
          data-act={`confirm-${side}`}
          onClick={() => void confirmThat(name(side))}
        >
          {w("confirm-result", { side: sideName(side) })}
        </button>
      ))}
      <p class="hint">{open.length > 0 ? w("tell-arbiter") : w("next-round")}</p>
      <ScoreSheet game={game} />
      {game.signsSheet && <Lazily load={loadSigning} />}
      <ByCode />
      <Elsewhere />
    </section>
  );
}
