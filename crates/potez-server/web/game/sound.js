// @ts-check
// Two short tones, off unless asked for.

import { settings } from "../settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {"move" | "end"} what */
export function sound(what) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const at = context.currentTime;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = "sine";
  tone.frequency.value = what === "move" ? 420 : 280;
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + (what === "move" ? 0.12 : 0.5));
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}
