// The voice of the tablet: it reads aloud, and listens where the browser can. Nothing is said or heard unless somebody
// at the table has asked for it.

import { language } from "../text/choice";
import { heardMove, voiceOf } from "./heard";
import { settings } from "./settings";

/** The part of the Web Speech API that this page uses; browsers have it under one of two names or not at all. */
interface Recognition {
  lang: string;
  onresult:
    | ((event: { readonly results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void)
    | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}

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
export function listen(): Promise<string> {
  const Kind = recognition();
  if (Kind === undefined) return Promise.resolve("");
  // The tablet does not hear itself.
  if (canSpeak) speechSynthesis.cancel();
  const ear = new Kind();
  ear.lang = voiceOf(language.peek());
  return new Promise((resolve) => {
    ear.onresult = ({ results }) => {
      const said = Array.from(results, (one) => one[0]?.transcript ?? "").join(" ");
      resolve(heardMove(said, language.peek()));
      ear.abort();
    };
    ear.onerror = () => resolve("");
    ear.onend = () => resolve("");
    ear.start();
  });
}
