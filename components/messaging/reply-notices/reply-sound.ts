"use client";

let context: AudioContext | undefined;

const TONES_HZ = [880, 1318.5];
const TONE_S = 0.12;
const LOUDNESS = 0.08;

/** Two short tones. Silent where the browser wants a click before any sound. */
export async function playReplySound(): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  const volume = context.createGain();
  volume.connect(context.destination);
  const start = context.currentTime;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_S * (TONES_HZ.length + 1));
  for (const [at, frequency] of TONES_HZ.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(start + at * TONE_S);
    tone.stop(start + (at + 1.5) * TONE_S);
  }
}
