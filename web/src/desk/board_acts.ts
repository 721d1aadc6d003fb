// Acts on sensor boards: which way one lies, whether it is heard, from where it goes on, and where it is.

import { Role } from "../gen/damcast/v1/access_pb";
import type { OrderBoardRequest, WatchedBoard } from "../gen/damcast/v1/board_ingest_pb";
import { CallMatter, Seat } from "../gen/damcast/v1/events_pb";
import { texts } from "../text/language";
import { access, boardIngest } from "../wire/api";
import { deviceId } from "../wire/desk_device";
import { isSignedIn, person } from "../wire/session";
import { act } from "./acts";
import { ask } from "./ask";
import { shownFen, untoldOf } from "./board_state";
import { isKnown } from "./do";
import type { Live } from "./live";
import { rule } from "./rulings";
import { words } from "./text";

/** Returns the key of the acts on a board, of which one at a time is under way. */
export function keyOf(board: WatchedBoard): string {
  return `board ${board.device?.device}`;
}

/** Turns the board: Black sits where White was taken to sit. */
export function rotate(live: Live, board: WatchedBoard) {
  const rotated = !(board.report?.rotated ?? board.orders?.rotated ?? false);
  return order(live, board, words.value("board-rotates", { table: board.table }), {
    case: "rotated",
    value: rotated,
  });
}

/** Lets nothing that the board shows count, or lets it count again. */
export function mute(live: Live, board: WatchedBoard) {
  const muted = !(board.orders?.muted ?? false);
  const label = words.value(muted ? "board-mutes" : "board-unmutes", { table: board.table });
  return order(live, board, label, { case: "muted", value: muted });
}

/** Lets the board go on from the game as the log has it. */
export function followLog(live: Live, board: WatchedBoard) {
  const label = words.value("board-follows", { table: board.table });
  return order(live, board, label, { case: "restart", value: {} as never });
}

async function order(
  live: Live,
  board: WatchedBoard,
  label: string,
  what: OrderBoardRequest["order"],
) {
  if (!(await isKnown())) return;
  await act(keyOf(board), label, () =>
    boardIngest.orderBoard({
      tournament: live.ref,
      device: deviceId(),
      board: board.device?.device ?? "",
      order: what,
      by: person.value,
    }),
  );
}

/** Sets the position of the game from the board, after it was looked at. */
export async function setPosition(live: Live, board: WatchedBoard) {
  const w = words.value;
  const fen = board.report && shownFen(board.report);
  if (!fen || board.game === "") return;
  const title = w("board-sets-position", { table: board.table });
  const answers = await ask({
    title,
    text: untoldText(board),
    fields: [
      { name: "fen", label: w("position"), kind: "position", value: fen, isRequired: true },
      {
        name: "reason",
        label: w("reason"),
        kind: "text",
        value: w("reason-device"),
        isRequired: true,
      },
    ],
    confirm: w("rule"),
  });
  if (!answers) return;
  const value = { fen: (answers.fen ?? "").trim() };
  await rule(live, board.game, title, { case: "setPosition", value }, answers.reason);
}

/** Says what the board cannot tell, so that the arbiter puts it right in the field. */
function untoldText({ report }: WatchedBoard): string {
  const [w, t] = [words.value, texts.value];
  const untold = report && untoldOf(report);
  const told = [w("board-position-text")];
  if (!untold) return told.join(" ");
  const { turn, kings, gone } = untold;
  told.push(w("board-position-turn", { color: t(turn) }));
  if (kings) {
    told.push(w("board-position-kings", { count: kings.length, squares: kings.join(", ") }));
  }
  if (gone.length > 0) told.push(w("board-position-gone", { squares: gone.join(", ") }));
  return told.join(" ");
}

/** Puts another board in the place of this one, which takes the other's place. */
export async function swap(live: Live, board: WatchedBoard, all: readonly WatchedBoard[]) {
  const w = words.value;
  const others = all.filter((other) => other.device?.device !== board.device?.device);
  const title = w("board-swaps", { table: board.table });
  const answers = await ask({
    title,
    text: w("board-swap-text"),
    fields: [
      {
        name: "other",
        label: w("board-other"),
        kind: "select",
        options: others.map((other) => ({
          value: other.device?.device ?? "",
          label: w("board-at", {
            serial: other.report?.serial || (other.device?.device ?? ""),
            table: other.table,
          }),
        })),
      },
    ],
    confirm: w("board-tap-swap"),
  });
  const other = others.find(({ device }) => device?.device === answers?.other);
  if (!other || !(await isKnown())) return;
  await act(keyOf(board), title, async () => {
    const place = await placing(live);
    // The one that is to stay goes last, so that the table is never without a board for long.
    await place(board, other.table);
    await place(other, board.table);
  });
}

/** Returns how a board is put at a table: where doors are locked its grant goes there, too. */
async function placing(live: Live) {
  const { venue, id: tournament } = live;
  const subjects = isSignedIn.value ? (await access.listAccess({ venue })).subjects : [];
  return async ({ device: at }: WatchedBoard, table: number) => {
    const device = at?.device ?? "";
    const known = subjects.find(({ subject }) => subject === device);
    const grant = known?.grants.find(({ role }) => role === Role.BOARD_AGENT)?.grant;
    if (grant !== undefined) {
      const limits = { tournament, tables: { first: table, last: table } };
      await access.moveDevice({ venue, grant, limits });
    }
    await boardIngest.assignTable({
      tournament: live.ref,
      device,
      table,
      seat: Seat.TABLE,
      by: person.value,
    });
  };
}

/** Calls the arbiter to the table of a board. */
export async function callArbiter(live: Live, board: WatchedBoard) {
  if (!(await isKnown())) return;
  const w = words.value;
  await act(`${keyOf(board)} call`, w("board-calls", { table: board.table }), () =>
    boardIngest.callArbiter({
      tournament: live.ref,
      device: deviceId(),
      table: board.table,
      id: crypto.randomUUID(),
      matter: CallMatter.OTHER,
      text: w("board-call-text"),
      by: person.value,
    }),
  );
}
