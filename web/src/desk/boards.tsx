// The technician's page: every sensor board with its state, and what one tap does about it.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { WatchedBoard } from "../gen/damcast/v1/board_ingest_pb";
import { BoardCapability } from "../gen/damcast/v1/events_pb";
import { texts } from "../text/language";
import { type Action, useOffer } from "./actions";
import { isUnderWay } from "./acts";
import { ageText } from "./age";
import { callArbiter, followLog, keyOf, mute, rotate, setPosition, swap } from "./board_acts";
import { BoardPicture } from "./board_picture";
import { quietMs, shownFen, stateOf, worriesOf } from "./board_state";
import { BoardsLive } from "./boards_live";
import { ActionButtons } from "./buttons";
import type { Live } from "./live";
import { useNow } from "./repeated";
import { pathOf } from "./router";
import { words } from "./text";

export function Boards({ live }: { readonly live: Live }) {
  const w = words.value;
  const followed = useBoards(live);
  const now = useNow();
  const isFiltered = useSignal(false);
  const actions: Action[] = [
    {
      id: "boards-filter",
      label: w(isFiltered.value ? "boards-all" : "boards-needing"),
      key: "f",
      run: () => {
        isFiltered.value = !isFiltered.value;
      },
    },
  ];
  useOffer("boards", actions);
  const boards = followed?.boards.value ?? null;
  const time = followed?.timeAt(now.value) ?? now.value;
  const isWell = (board: WatchedBoard) =>
    stateOf(board, time) === "agrees" && worriesOf(board, time).length === 0;
  const shown = (boards ?? []).filter((board) => !isFiltered.value || !isWell(board));
  const well = (boards ?? []).filter(isWell).length;
  return (
    <section aria-labelledby="boards-title">
      <h2 id="boards-title">{w("section-boards")}</h2>
      {followed && followed.fault.value !== "" && <p role="alert">{followed.fault.value}</p>}
      {boards !== null && boards.length > 0 && (
        <>
          <p role="status">{w("boards-well", { well, all: boards.length })}</p>
          <ActionButtons actions={actions} />
        </>
      )}
      {boards !== null && boards.length === 0 && <p class="empty">{w("boards-none")}</p>}
      <ul class="boards-grid">
        {shown.map((board) => (
          <BoardCard
            key={board.device?.device}
            live={live}
            board={board}
            all={boards ?? []}
            time={time}
          />
        ))}
      </ul>
    </section>
  );
}

interface BoardCardProps {
  readonly live: Live;
  readonly board: WatchedBoard;
  readonly all: readonly WatchedBoard[];
  readonly time: number;
}

function BoardCard({ live, board, all, time }: BoardCardProps) {
  const w = words.value;
  const { device, table, game, report, orders } = board;
  const [state, worries] = [stateOf(board, time), worriesOf(board, time)];
  const differing = report?.differences?.squares ?? [];
  const uncrowned = report?.uncrowned?.squares ?? [];
  const name = w("table-number", { table });
  return (
    <li
      class="board-card"
      data-board={device?.device}
      data-state={state}
      data-worries={worries.join(" ")}
    >
      <h3>
        {game === "" ? name : <a href={pathOf(live.venue, live.id, "tables", game)}>{name}</a>}
        <span class="hint"> {report?.serial || device?.device}</span>
      </h3>
      <p class="board-state">
        {w(`board-state-${state}`)}
        {(state === "differs" || state === "unexplained" || state === "waits") &&
          differing.length > 0 &&
          `: ${w("gap-differs", { count: differing.length, squares: differing.join(", ") })}`}
      </p>
      <div class="board-card-body">
        {report && report.squares !== "" && <BoardPicture report={report} />}
        <Facts board={board} time={time} worries={worries} />
      </div>
      {report && report.tentative !== "" && (
        <p class="hint" data-tentative={report.tentative}>
          {w("board-tentative", { moves: report.tentative })}
        </p>
      )}
      {uncrowned.length > 0 && (
        <p class="hint" data-uncrowned={uncrowned.join(" ")}>
          {w("board-uncrowned", { squares: uncrowned.join(", ") })}
        </p>
      )}
      {worries.includes("orders") && <p class="hint">{w("board-order-waits")}</p>}
      <div class="buttons">
        <Tap board={board} name="swap" run={() => swap(live, board, all)} isOff={all.length < 2} />
        <Tap board={board} name="rotate" run={() => rotate(live, board)} />
        <Tap
          board={board}
          name="position"
          run={() => setPosition(live, board)}
          isOff={game === "" || !report || shownFen(report) === null}
        />
        <Tap board={board} name="follow" run={() => followLog(live, board)} isOff={game === ""} />
        <Tap board={board} name={orders?.muted ? "unmute" : "mute"} run={() => mute(live, board)} />
        <Tap board={board} name="call" run={() => callArbiter(live, board)} isOff={table === 0} />
      </div>
    </li>
  );
}

interface TapProps {
  readonly board: WatchedBoard;
  readonly name: "swap" | "rotate" | "position" | "follow" | "mute" | "unmute" | "call";
  readonly run: () => Promise<void>;
  readonly isOff?: boolean;
}

function Tap({ board, name, run, isOff = false }: TapProps) {
  const w = words.value;
  return (
    <button
      type="button"
      class="button"
      data-tap={name}
      disabled={isOff || isUnderWay(keyOf(board))}
      aria-label={`${w(`board-tap-${name}`)}, ${w("table-number", { table: board.table })}`}
      onClick={() => void run()}
    >
      {w(`board-tap-${name}`)}
    </button>
  );
}

interface FactsProps {
  readonly board: WatchedBoard;
  readonly time: number;
  readonly worries: readonly string[];
}

/** Shows what is known of a board, a line each. */
function Facts({ board, time, worries }: FactsProps) {
  const w = words.value;
  const { device, report, aheadMs } = board;
  const { locales } = texts.value;
  const age = (ms: number) => w("board-ago", { age: ageText(ms, locales) });
  const seconds = (ms: number) =>
    new Intl.NumberFormat([...locales], {
      style: "unit",
      unit: "second",
      unitDisplay: "short",
      maximumFractionDigits: 1,
      signDisplay: "exceptZero",
    }).format(ms / 1_000);
  const facts: [string, string, boolean][] = [];
  const add = (label: string, text: string, isWorry = false) => facts.push([label, text, isWorry]);
  if (report) {
    const battery = report.battery;
    add(
      w("board-battery"),
      battery === undefined ? "–" : `${battery} %`,
      worries.includes("battery"),
    );
    add(
      w("board-last-report"),
      report.quietMs === undefined ? "–" : age(quietMs(board, time)),
      worries.includes("quiet"),
    );
    add(w("board-capability"), w(`board-sees-${CAPABILITIES[report.capability]}`));
    add(w("board-rotation"), w(`board-lies-${report.rotated ?? "unknown"}`));
    add(w("board-queue"), String(device?.unsent ?? 0), worries.includes("queue"));
    add(
      w("board-clock"),
      aheadMs === undefined ? "–" : seconds(Number(aheadMs)),
      worries.includes("clock"),
    );
    add(w("plies-told"), String(report.ply));
  }
  return (
    <dl class="board-facts">
      {facts.map(([label, text, isWorry]) => (
        <div key={label} data-worry={isWorry}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const CAPABILITIES = {
  [BoardCapability.UNSPECIFIED]: "colour",
  [BoardCapability.OCCUPANCY]: "occupancy",
  [BoardCapability.COLOUR]: "colour",
  [BoardCapability.COLOUR_AND_CROWN]: "crown",
} as const;

/** Follows the boards of a tournament for as long as the page is shown. */
function useBoards(live: Live): BoardsLive | null {
  const boards = useSignal<BoardsLive | null>(null);
  useEffect(() => {
    const next = new BoardsLive(live);
    boards.value = next;
    next.start();
    return () => {
      next.stop();
      boards.value = null;
    };
  }, [live, boards]);
  return boards.value;
}
