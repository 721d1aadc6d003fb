// The end of the game: its result, which the players confirm, and the way to the next round.

import { isolated } from "../wire/isolated";
import type { Side } from "../wire/position";
import { ByCode } from "./by_code";
import { Elsewhere } from "./elsewhere";
import { finished, goOn } from "./finished";
import { confirmResult, game, sides, wordOnResult } from "./game";
import { Late } from "./late";
import { Lazily } from "./lazily";
import { sideOfColor } from "./model";
import { Names } from "./ready";
import { scoreName } from "./score";
import { ScoreSheet } from "./sheet";
import { sideName, words } from "./text";

const loadSigning = () => import("./signing").then(({ Signing }) => Signing);
const SIDES = ["white", "black"] as const;

interface WordProps {
  readonly side: Side;
  /** Absent if the side has said nothing that the service has. */
  readonly disagrees: boolean | undefined;
}

/** Shows a side's word on the result, and whether the service has it. */
function Word({ side, disagrees }: WordProps) {
  const w = words.value;
  const input = wordOnResult(side);
  const isKept = input !== null && input.state !== "accepted";
  const isDisputed = input?.act.kind === "result" ? !input.act.agrees : disagrees;
  if (isDisputed === undefined) return null;
  const key = isDisputed ? "result-disputed" : "result-confirmed";
  return (
    <p role="status" data-said={side} data-disagrees={isDisputed} data-kept={isKept}>
      {w(key, { side: sideName(side) })} {isKept && w("result-kept")}
    </p>
  );
}

export function End() {
  const w = words.value;
  const now = game.value;
  if (!now?.outcome) return null;
  const { outcome } = now;
  // A result that is corrected is confirmed anew: then the service tells no word of theirs any more.
  const said = (side: Side) => now.confirmations.find((it) => sideOfColor(it.color) === side);
  const open = sides.value.filter((side) => {
    const word = said(side);
    return wordOnResult(side) === null && (word === undefined || word.disagrees);
  });
  const by = now.byHand?.by ?? "";
  return (
    <section class="tablet-form" data-score={outcome.score}>
      <h1>{w("result")}</h1>
      <p class="tablet-score">{scoreName(outcome.score)}</p>
      <p>
        {outcome.reason > 0 && w(`reason-${outcome.reason}` as "reason-1")}
        {by !== "" && `. ${w("given-by", { name: isolated(by) })}`}
      </p>
      <Names game={now} />
      <Late />
      {SIDES.map((side) => (
        <Word key={side} side={side} disagrees={said(side)?.disagrees} />
      ))}
      {open.map((side) => (
        <div key={side} class="tablet-form">
          <button
            type="button"
            class="big-button big-next"
            data-act={`confirm-${side}`}
            onClick={() => void confirmResult(side, true)}
          >
            {w("confirm-result", { side: sideName(side) })}
          </button>
          {said(side) === undefined && (
            <button
              type="button"
              class="big-button"
              data-act={`disagree-${side}`}
              onClick={() => void confirmResult(side, false)}
            >
              {w("result-disagree", { side: sideName(side) })}
            </button>
          )}
        </div>
      ))}
      <p class="hint">{open.length > 0 ? w("tell-arbiter") : w("next-round")}</p>
      {finished.value !== null && (
        <button type="button" class="big-button" data-act="next-round" onClick={goOn}>
          {w("go-on")}
        </button>
      )}
      <ScoreSheet game={now} />
      {now.signsSheet && <Lazily load={loadSigning} />}
      <ByCode />
      <Elsewhere />
    </section>
  );
}
