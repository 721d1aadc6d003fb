// Listening to squares that are said.

import { heardMove } from "./heard";
import type { Voice } from "./voice";

/** The part of the Web Speech API that this page uses; browsers have it under one of two names or not at all. */
export interface Recognition {
  lang: string;
  onresult:
    | ((event: { readonly results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void)
    | null;
  onerror: (() => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
}

/** Listens until something was said; returns the squares in it as they are typed, or an empty text. */
export function hear(recognition: Recognition, voice: Voice): Promise<string> {
  recognition.lang = voice;
  return new Promise((resolve) => {
    recognition.onresult = ({ results }) => {
      const said = Array.from(results, (one) => one[0]?.transcript ?? "").join(" ");
      resolve(heardMove(said, voice));
      recognition.abort();
    };
    recognition.onerror = () => resolve("");
    recognition.onend = () => resolve("");
    recognition.start();
  });
}
