// The devices of a tournament with their tables and games; a device is moved to another table or released.

import { useSignal } from "@preact/signals";
import type { Table } from "../gen/damcast/v1/board_ingest_pb";
import { Seat } from "../gen/damcast/v1/events_pb";
import { language, texts } from "../text/language";
import { boardIngest, refusalText } from "../wire/api";
import { deviceId } from "../wire/desk_device";
import { person } from "../wire/session";
import { act } from "./acts";
import { ask } from "./ask";
import { isKnown } from "./do";
import type { Live } from "./live";
import { useRepeatedly } from "./repeated";
import { pathOf } from "./router";
import { RowMenu } from "./row_menu";
import { tableName } from "./rulings";
import { words } from "./text";

const REFRESH_MS = 3_000;

export function DevicesAtTables({ live }: { readonly live: Live }) {
  const w = words.value;
  const tables = useSignal<readonly Table[] | null>(null);
  const fault = useSignal("");
  const read = async () => {
    try {
      tables.value = (await boardIngest.listTables({ tournament: live.ref })).tables;
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useRepeatedly(read, REFRESH_MS, live);
  const rows = (tables.value ?? []).flatMap(({ table, devices, game }) =>
    devices.map(({ device, seat }) => ({ table, device, seat, game })),
  );
  return (
    <section aria-labelledby="devices-title">
      <p>
        <a href={pathOf(live.venue, live.id, "tables")}>← {w("section-tables")}</a>
      </p>
      <h2 id="devices-title">{w("devices-at-tables")}</h2>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {tables.value !== null && rows.length === 0 && <p class="empty">{w("no-devices")}</p>}
      {rows.length > 0 && (
        <div class="results-scroll">
          <table class="results">
            <thead>
              <tr>
                <th scope="col">{w("table")}</th>
                <th scope="col">{w("device")}</th>
                <th scope="col">{w("seat")}</th>
                <th scope="col" class="wide">
                  {w("game")}
                </th>
                <th scope="col">
                  <span class="hidden">{w("more")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ table, device, seat, game }) => (
                <tr key={device} data-device={device}>
                  <td>{table === 0 ? w("desk") : table}</td>
                  <th scope="row">
                    {device}
                    {device === deviceId() && <span class="hint"> {w("this-desk")}</span>}
                  </th>
                  <td>{seatText(seat)}</td>
                  <td class="wide">{game && gameName(game)}</td>
                  <td class="more">
                    <RowMenu
                      label={w("more-of-name", { name: device })}
                      items={[
                        {
                          id: "move-device",
                          label: w("move-device"),
                          run: () => void move(live, device, seat, table).then(read),
                        },
                        {
                          id: "release-device",
                          label: w("release-device"),
                          run: () => void release(live, device).then(read),
                        },
                      ].filter(({ id }) => live.offers(id))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Returns the round and the table of a game, as in `r3-t12`, in words. */
function gameName(game: string): string {
  const round = /^r(\d+)-/.exec(game)?.[1] ?? "";
  return `${words.value("round-short", { round })}, ${tableName(game)}`;
}

function seatText(seat: Seat): string {
  const [w, t] = [words.value, texts.value];
  if (seat === Seat.WHITE) return t("white");
  if (seat === Seat.BLACK) return t("black");
  return seat === Seat.DESK ? w("desk") : w("seat-shared");
}

async function release(live: Live, device: string) {
  const w = words.value;
  const title = w("releases-device", { device });
  const answers = await ask({
    title,
    text: w("release-text"),
    confirm: w("release-device"),
    isDangerous: true,
  });
  if (!answers || !(await isKnown())) return;
  await act(`device ${device}`, title, () =>
    boardIngest.releaseTable({ tournament: live.ref, device, by: person.value }),
  );
}

async function move(live: Live, device: string, seat: Seat, table: number) {
  const w = words.value;
  const title = w("moves-device", { device });
  const seats = [Seat.WHITE, Seat.BLACK, Seat.TABLE];
  const answers = await ask({
    title,
    text: w("move-device-text"),
    fields: [
      {
        name: "table",
        label: w("table"),
        kind: "number",
        min: 1,
        value: String(Math.max(1, table)),
        isRequired: true,
      },
      {
        name: "seat",
        label: w("seat"),
        kind: "select",
        value: String(seat),
        options: seats.map((one) => ({ value: String(one), label: seatText(one) })),
      },
    ],
    confirm: w("move-device"),
  });
  if (!answers || !(await isKnown())) return;
  const at = { table: Number(answers.table), seat: Number(answers.seat) };
  await act(`device ${device}`, title, () =>
    boardIngest.assignTable({ tournament: live.ref, device, ...at, by: person.value }),
  );
}

/** Sets the time for which a press may be late on its way. */
export async function setGrace(live: Live) {
  const w = words.value;
  const answers = await ask({
    title: w("set-grace"),
    text: w("grace-text"),
    fields: [
      {
        name: "seconds",
        label: w("grace-seconds"),
        kind: "number",
        min: 0,
        max: 60,
        value: "2",
        isRequired: true,
      },
    ],
    confirm: w("save"),
  });
  if (!answers || !(await isKnown())) return;
  const graceMs = Math.round(Number(answers.seconds) * 1_000);
  await act("grace", w("set-grace"), () =>
    boardIngest.setGrace({
      tournament: live.ref,
      device: deviceId(),
      graceMs,
      by: person.value,
    }),
  );
}
