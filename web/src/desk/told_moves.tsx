// The moves that are told of a ply on which the arbiter has to decide, side by side as boards.

import type { ToldMove } from "../gen/damcast/v1/rules_validation_pb";
import { Board } from "../view/board";
import { textOf } from "./history";
import { words } from "./text";

export function ToldMoves({ told }: { readonly told: readonly ToldMove[] }) {
  const w = words.value;
  if (told.length === 0) return null;
  return (
    <div class="boards told-boards">
      {told.map(({ ply, move, device, fen }) => (
        <figure key={`${ply} ${device} ${textOf(move)}`} data-told={device || "record"}>
          <figcaption>
            {w("told-by-device", {
              ply,
              move: textOf(move),
              device: device || w("in-the-record"),
            })}
          </figcaption>
          {fen === "" ? (
            <p class="hint">{w("no-board")}</p>
          ) : (
            <Board fen={fen} lastMove={null} ply={0} />
          )}
        </figure>
      ))}
    </div>
  );
}
