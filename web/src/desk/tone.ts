// Short tones, for whoever looks elsewhere.

const LENGTH_S = 0.15;
const STEP_S = 0.2;

/**
 * Plays tones of these pitches in hertz, one after another. Browsers allow none before somebody has
 * touched the page.
 */
export function play(pitches: readonly number[]): void {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  pitches.forEach((pitch, at) => {
    const tone = audio.createOscillator();
    const start = audio.currentTime + at * STEP_S;
    tone.connect(audio.destination);
    tone.frequency.value = pitch;
    if (at === pitches.length - 1) tone.onended = () => void audio.close();
    tone.start(start);
    tone.stop(start + LENGTH_S);
  });
}
