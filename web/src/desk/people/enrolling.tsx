// A device that is enrolled at a table: the code to be typed, the code to be scanned, and whoever came.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { DeviceSeat, Role } from "../../gen/damcast/v1/access_pb";
import type { AccessSubject, InviteDeviceResponse } from "../../gen/damcast/v1/access_service_pb";
import { language, timeOfDay } from "../../text/language";
import { access, pairing, refusalText } from "../../wire/api";
import { venue } from "../../wire/session";
import { HallCode } from "../hall_code";
import { LabelledInput } from "../labelled_input";
import { seatName } from "./seat_name";
import { peopleWords } from "./text";

const SEATS = [DeviceSeat.TABLE, DeviceSeat.WHITE, DeviceSeat.BLACK] as const;
const TABLES_MAX = 9_999;
/** Time in milliseconds between two looks at who came. */
const LOOK_EVERY_MS = 1_000;

interface TableOfTournament {
  readonly tournament: string;
  readonly table: number;
  readonly seat: DeviceSeat;
}

/** Shows codes for one table after another, until somebody is done. */
export function Enrolling({ done }: { readonly done: () => void }) {
  const w = peopleWords.value;
  const place = useSignal<TableOfTournament | null>(null);
  const tournaments = useSignal<readonly { id: string; name: string }[]>([]);
  useEffect(() => {
    const read = async () => {
      const { tournaments: all } = await pairing.listTournaments({ pageSize: 500 });
      tournaments.value = all
        .filter((one) => one.tournament?.venue === venue())
        .map((one) => ({ id: one.tournament?.tournament ?? "", name: one.name }));
    };
    void read().catch(() => {
      tournaments.value = [];
    });
  }, [tournaments]);
  if (place.value !== null) {
    const next = () => {
      place.value = null;
    };
    return <Code place={place.value} next={next} done={done} />;
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        place.value = {
          tournament: String(data.get("tournament")),
          table: Number(data.get("table")),
          seat: Number(data.get("seat")),
        };
      }}
    >
      <div class="fields">
        <div class="field">
          <label for="enrol-tournament">{w("tournament-of")}</label>
          <select id="enrol-tournament" name="tournament" required>
            {tournaments.value.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <LabelledInput
          id="enrol-table"
          label={w("table-of")}
          name="table"
          type="number"
          min={1}
          max={TABLES_MAX}
          defaultValue="1"
          required
        />
        <div class="field">
          <label for="enrol-seat">{w("seat-of")}</label>
          <select id="enrol-seat" name="seat">
            {SEATS.map((seat) => (
              <option key={seat} value={seat}>
                {seatName(seat)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div class="buttons">
        <button type="submit" class="button button-next">
          {w("enrol-device")}
        </button>
        <button type="button" class="button" onClick={done}>
          {w("done")}
        </button>
      </div>
    </form>
  );
}

interface CodeProps {
  readonly place: TableOfTournament;
  readonly next: () => void;
  readonly done: () => void;
}

function Code({ place, next, done }: CodeProps) {
  const w = peopleWords.value;
  const shown = useSignal<InviteDeviceResponse | null>(null);
  const came = useSignal<AccessSubject | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    let known: ReadonlySet<string> | null = null;
    let isOver = false;
    const invite = () =>
      access.inviteDevice({
        venue: venue(),
        role: Role.PLAYER_DEVICE,
        limits: {
          tournament: place.tournament,
          tables: { first: place.table, last: place.table },
        },
        seat: place.seat,
      });
    const look = async () => {
      const { subjects, invitations } = await access.listAccess({ venue: venue() });
      const devices = subjects.filter((one) => one.isDevice);
      const own = shown.peek();
      const newest = devices.find((one) => known?.has(one.subject) === false && sitsAt(one, place));
      known ??= new Set(devices.map((one) => one.subject));
      const isOpen = invitations.some((one) => one.invitation === own?.invitation);
      // A device of this table that came while its code was shown.
      if (own !== null && !isOpen && newest) came.value = newest;
      else if (!isOpen) shown.value = await invite();
    };
    const turn = async () => {
      try {
        await look();
        fault.value = "";
      } catch (error) {
        fault.value = refusalText(error, language.peek());
      }
      if (!isOver && came.peek() === null) timer = setTimeout(() => void turn(), LOOK_EVERY_MS);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [place, shown, came, fault]);
  const link = `${location.origin}/tablet#${venue()}.${shown.value?.secret ?? ""}`;
  return (
    <div class="enrolling">
      <h3>
        {w("table-of")} {place.table}, {seatName(place.seat)}
      </h3>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {came.value !== null ? (
        <div role="status" data-came={came.value.subject}>
          <p>{w("enrol-done", { name: came.value.subject })}</p>
          <p>{w("same-words", { words: came.value.words })}</p>
        </div>
      ) : (
        shown.value !== null && (
          <>
            <p>{w("enrol-hint", { address: `${location.origin}/tablet` })}</p>
            <HallCode text={link} />
            <p class="enrol-digits" data-code={shown.value.code}>
              {shown.value.code.slice(0, 3)} {shown.value.code.slice(3)}
            </p>
            <p class="hint">
              {w("enrol-until", { time: timeOfDay(Number(shown.value.expiresAtMs)) })}{" "}
              {w("enrol-renewed")}
            </p>
          </>
        )
      )}
      <div class="buttons">
        <button type="button" class="button button-next" onClick={next}>
          {w("enrol-device")}
        </button>
        <button type="button" class="button" onClick={done}>
          {w("done")}
        </button>
      </div>
    </div>
  );
}

function sitsAt(device: AccessSubject, { tournament, table }: TableOfTournament): boolean {
  return device.grants.some(
    ({ limits }) => limits?.tournament === tournament && limits.tables?.first === table,
  );
}
