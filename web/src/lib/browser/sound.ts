import { prefs } from "./prefs.svelte";

// Wood and dice from filtered noise and short tones; nothing is loaded.
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export type Sound = "place" | "dice" | "hit" | "turn" | "refuse" | "clack" | "tumble" | "cheer";

/** Plays one of the table's sounds, unless muted or before the first touch of the page; `loud` is from 0 to 1. */
export function play(sound: Sound, loud = 1): void {
  if (!prefs.sound || (document.hidden && sound !== "turn")) return;
  const audio = ready();
  if (!audio) return;
  SOUNDS[sound](audio, audio.currentTime + 0.01, loud);
}

/** Vibrates a phone for some milliseconds, if it can and is not muted. */
export function tremble(ms: number): void {
  const touched = navigator.userActivation?.hasBeenActive ?? true;
  if (prefs.sound && touched && !document.hidden) navigator.vibrate?.(ms);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number, loud: number) => void> = {
  place: (audio, at) => {
    knock(audio, at, 420, 0.5, 0.07);
    tone(audio, at, 150, 0.25, 0.09);
  },
  dice: (audio, at) => {
    for (let index = 0; index < 7; index++) {
      const later = at + 0.05 * index + 0.035 * Math.random();
      knock(audio, later, 1500 + 900 * Math.random(), 0.34 * (1 - index / 10), 0.035);
    }
    knock(audio, at + 0.42, 700, 0.4, 0.06);
  },
  hit: (audio, at) => {
    knock(audio, at, 240, 0.9, 0.14);
    tone(audio, at, 82, 0.5, 0.22);
  },
  turn: (audio, at) => {
    tone(audio, at, 523, 0.16, 0.35);
    tone(audio, at + 0.12, 784, 0.14, 0.45);
  },
  cheer: (audio, at) => {
    for (const [index, pitch] of [392, 523, 659, 784].entries()) tone(audio, at + 0.09 * index, pitch, 0.18, 0.4);
    knock(audio, at, 240, 0.5, 0.12);
  },
  refuse: (audio, at) => {
    tone(audio, at, 180, 0.2, 0.12);
    tone(audio, at + 0.09, 140, 0.2, 0.16);
  },
  // a block against a block
  clack: (audio, at, loud) => {
    knock(audio, at, 900 + 700 * loud, 0.9 * loud, 0.03);
    knock(audio, at, 380, 0.6 * loud, 0.06);
    tone(audio, at, 210, 0.2 * loud, 0.05);
  },
  // over the edge and into a trough
  tumble: (audio, at, loud) => {
    for (let index = 0; index < 4; index++) {
      const later = at + 0.16 + 0.1 * index + 0.03 * Math.random();
      knock(audio, later, 300 + 200 * Math.random(), 0.7 * loud * 0.6 ** index, 0.06);
    }
  },
};

function ready(): AudioContext | null {
  const active = navigator.userActivation?.hasBeenActive ?? true;
  if (!active || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function knock(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  noise ??= makeNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 3.2;
  source.connect(filter).connect(fade(audio, at, loud, length));
  source.start(at, Math.random() * 0.5, length + 0.05);
}

function tone(audio: AudioContext, at: number, pitch: number, loud: number, length: number): void {
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, at);
  source.connect(fade(audio, at, loud, length));
  source.start(at);
  source.stop(at + length + 0.05);
}

function fade(audio: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud * 0.6, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function makeNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < data.length; index++) data[index] = 2 * Math.random() - 1;
  return buffer;
}
