// The voice of the tablet: it reads aloud, and listens where the browser can. Nothing is said or heard unless somebody
// at the table has asked for it.

import { language } from "../text/choice";
import type { Recognition } from "./ear";
import { settings } from "./settings";
import { voiceOf } from "./voice";

type RecognitionKind = new () => Recognition;

/** True where the browser can read aloud. */
export const canSpeak = "speechSynthesis" in globalThis;

/** Returns the recognition of the browser; `undefined` if it has none. */
function recognition(): RecognitionKind | undefined {
  const of = globalThis as {
    SpeechRecognition?: RecognitionKind;
    webkitSpeechRecognition?: RecognitionKind;
  };
  return of.SpeechRecognition ?? of.webkitSpeechRecognition;
}

/** True where the browser can listen. */
export const canListen = recognition() !== undefined;

/** Reads a text aloud, if somebody has asked for that; whatever was being read ends. */
export function speak(text: string): void {
  if (!canSpeak || !settings.peek().speaks || text === "") return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = voiceOf(language.peek());
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

/** Listens until something was said; returns the squares in it as they are typed, or an empty text. */
export async function listen(): Promise<string> {
  const Kind = recognition();
  if (Kind === undefined) return "";
  // Few listen, so that is no part of the page.
  const ear = await import("./ear").catch(() => null);
  if (ear === null) return "";
  // The tablet does not hear itself.
  if (canSpeak) speechSynthesis.cancel();
  return ear.hear(new Kind(), voiceOf(language.peek()));
}
