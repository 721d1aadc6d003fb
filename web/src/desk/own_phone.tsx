// The code by which a participant's own phone is enrolled: it proposes for that participant, and nothing else.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Role } from "../gen/damcast/v1/access_pb";
import type { InviteDeviceResponse } from "../gen/damcast/v1/access_service_pb";
import { language, timeOfDay } from "../text/language";
import { access, refusalText } from "../wire/api";
import { HallCode } from "./hall_code";
import type { Live } from "./live";
import { words } from "./text";

interface Participant {
  readonly participant: number;
  readonly name: string;
}

/** The participant whose phone is to be enrolled; `null` if none is. */
export const phoneOf = signal<Participant | null>(null);

/** Shows the code, once somebody has asked for one. */
export function OwnPhone({ live }: { readonly live: Live }) {
  const asked = phoneOf.value;
  return asked && <PhoneCode key={asked.participant} live={live} {...asked} />;
}

function PhoneCode({ live, participant, name }: Participant & { readonly live: Live }) {
  const w = words.value;
  const shown = useSignal<InviteDeviceResponse | null>(null);
  const fault = useSignal("");
  const invite = async () => {
    try {
      shown.value = await access.inviteDevice({
        venue: live.venue,
        role: Role.PLAYER_DEVICE,
        limits: { tournament: live.id, participant },
      });
      fault.value = "";
    } catch (error) {
      fault.value = refusalText(error, language.peek());
    }
  };
  useEffect(() => void invite(), [participant]);
  const title = useRef<HTMLHeadingElement>(null);
  // The row that it was asked for in may be far below.
  const opener = useRef(document.activeElement);
  useEffect(() => title.current?.focus(), []);
  const close = () => {
    phoneOf.value = null;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const link = `${location.origin}/desk/own#${live.venue}.${shown.value?.secret ?? ""}`;
  return (
    <section class="panel" aria-labelledby="own-phone-title" data-own-phone={participant}>
      <h3 id="own-phone-title" ref={title} tabIndex={-1}>
        {w("own-phone-of", { name })}
      </h3>
      <p class="hint">{w("own-phone-hint")}</p>
      {fault.value !== "" && <p role="alert">{fault.value}</p>}
      {shown.value && (
        <>
          <HallCode text={link} />
          <p>
            <a href={link} target="_blank" rel="noreferrer" data-own-link>
              {w("own-phone-link")}
            </a>{" "}
            <span class="hint">{timeOfDay(Number(shown.value.expiresAtMs))}</span>
          </p>
        </>
      )}
      <div class="buttons">
        <button type="button" class="button" onClick={() => void invite()}>
          {w("own-phone-again")}
        </button>
        <button type="button" class="button" onClick={close}>
          {w("cancel")}
        </button>
      </div>
    </section>
  );
}
