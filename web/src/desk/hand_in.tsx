// Takes what a tablet without a network could not send: by the link of its code, or as the text of the code. The tablet
// has signed it, so that anybody may hand it in, and it counts once.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { VerdictStatus } from "../gen/damcast/v1/board_ingest_pb";
import { language } from "../text/language";
import { refusalText } from "../wire/api";
import { handIn, readCall } from "../wire/hand_in";
import { type HandIn, type SignedCall, unpacked } from "../wire/signed_calls";
import { tableName } from "./rulings";
import { words } from "./text";

interface Row {
  readonly name: string;
  readonly state: "waits" | "accepted" | "stored" | "refused";
  readonly text: string;
}

export function HandInPage() {
  const w = words.value;
  const rows = useSignal<readonly Row[]>([]);
  const fault = useSignal(false);
  const take = async (text: string) => {
    const found = unpacked(text);
    fault.value = found === null;
    if (found !== null) await makeAll(found, (next) => (rows.value = next));
  };
  useEffect(() => {
    const read = () => {
      const { hash } = location;
      if (hash.length < 2) return;
      // The token of the device does not stay in the address.
      history.replaceState(history.state, "", location.pathname);
      void take(hash);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return (
    <section class="panel" aria-labelledby="hand-in-title">
      <h1 id="hand-in-title">{w("hand-in")}</h1>
      <p class="hint">{w("hand-in-hint")}</p>
      {rows.value.length > 0 && (
        <ul aria-live="polite" data-handed-in={rows.value.length}>
          {rows.value.map(({ name, state, text }) => (
            <li key={name} data-state={state}>
              {name}: {w(`handed-in-${state}`)} {text}
            </li>
          ))}
        </ul>
      )}
      {fault.value && <p role="alert">{w("hand-in-none")}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem("text");
          if (!(field instanceof HTMLTextAreaElement)) return;
          const text = field.value;
          field.value = "";
          void take(text);
        }}
      >
        <div class="field">
          <label for="hand-in-text">{w("hand-in-text")}</label>
          <textarea
            id="hand-in-text"
            name="text"
            rows={4}
            required
            autocomplete="off"
            spellcheck={false}
            onKeyDown={(event) => {
              // Scanners that are keyboards end a code with Enter.
              if (event.key !== "Enter" || event.shiftKey) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
          />
        </div>
        <button type="submit" class="button button-next">
          {w("hand-in-do")}
        </button>
      </form>
    </section>
  );
}

/** Makes calls one after the other, in their order, and shows what became of each. */
async function makeAll(
  { token, calls }: HandIn,
  show: (rows: readonly Row[]) => void,
): Promise<void> {
  const rows: Row[] = calls.map((call) => ({ name: nameOf(call), state: "waits", text: "" }));
  show([...rows]);
  for (const [index, call] of calls.entries()) {
    rows[index] = { name: nameOf(call), ...(await made(token, call)) };
    show([...rows]);
  }
}

async function made(token: string, call: SignedCall): Promise<Omit<Row, "name">> {
  if (readCall(call) === null) return { state: "refused", text: words.peek()("cannot-read") };
  try {
    const verdict = await handIn(token, call);
    if (verdict?.status === VerdictStatus.REFUSED) return { state: "refused", text: verdict.text };
    const isAccepted = verdict?.status === VerdictStatus.ACCEPTED;
    return { state: isAccepted ? "accepted" : "stored", text: verdict?.text ?? "" };
  } catch (error) {
    return { state: "refused", text: refusalText(error, language.peek()) };
  }
}

/** Returns a call of a tablet in words. */
function callName(method: string): string {
  const w = words.peek();
  switch (method) {
    case "SubmitPress":
      return w("event-press");
    case "SubmitClaim":
      return w("hand-in-claim");
    case "CallArbiter":
      return w("alarm-call");
    default:
      return w("hand-in-other");
  }
}

/** Returns what a call is, as in "Table 3, 12. 32-28". */
function nameOf(call: SignedCall): string {
  const found = readCall(call);
  const table = tableName(found?.header?.game?.game ?? "?");
  const move = found?.move;
  const what = move
    ? words.peek()("hand-in-move", { ply: move.ply, move: `${move.from}-${move.to}` })
    : callName(call.method);
  return `${table}, ${what} (${found?.header?.sequence ?? 0n})`;
}
