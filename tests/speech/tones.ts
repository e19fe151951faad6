import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { speechSampleRateHz } from '#server/adapters/speech/engine.ts';

/** Speaks in the tones that the stand-in models of tests/speech/models hear as words. */

export const standInModels = fileURLToPath(new URL('models', import.meta.url));

const lowHz = Array.from({ length: 10 }, (_, at) => 300 + 100 * at);
const highHz = Array.from({ length: 14 }, (_, at) => Math.round(1_500 * 1.088 ** at));
/** Each token sounds for `toneMs` and is silent for the rest of its period. */
const periodMs = 160;
const toneMs = 100;
const usualLevel = 0.2;

const tokenNumbers = new Map(
  readFileSync(`${standInModels}/tokens.txt`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, number) => [line.slice(0, line.lastIndexOf(' ')), number]),
);

/** Takes the longest tokens, so that the model hears the fewest. */
function tokensOf(word: string): number[] {
  const numbers: number[] = [];
  let rest = `▁${word}`;
  while (rest !== '') {
    let size = rest.length;
    while (size > 0 && !tokenNumbers.has(rest.slice(0, size))) size -= 1;
    if (size === 0) throw new Error(`no token speaks "${rest}"`);
    numbers.push(tokenNumbers.get(rest.slice(0, size)) ?? 0);
    rest = rest.slice(size);
  }
  return numbers;
}

const samplesOf = (ms: number) => Math.round((ms * speechSampleRateHz) / 1_000);

function addTone(pcm: Int16Array, { token, atMs, level }: { token: number; atMs: number; level: number }) {
  const [low, high] = [lowHz[Math.floor(token / 14)] ?? 0, highHz[token % 14] ?? 0];
  const length = samplesOf(toneMs);
  for (let at = 0; at < length; at += 1) {
    const edge = Math.min(1, at / 80, (length - at) / 80);
    const turns = (2 * Math.PI * at) / speechSampleRateHz;
    pcm[samplesOf(atMs) + at] = 32_767 * level * edge * (Math.sin(low * turns) + Math.sin(high * turns));
  }
}

export type SpokenWord = { text: string; startMs: number; endMs: number };

/** The hums by which the stand-ins of the speaker models know three voices. */
const voiceHz = [110, 163, 220];
const humLevel = 0.1;

function addHum(pcm: Int16Array, { voice, startMs, endMs }: VoicedSpan) {
  for (let at = samplesOf(startMs); at < samplesOf(endMs); at += 1)
    pcm[at] =
      (pcm[at] ?? 0) +
      32_767 * humLevel * Math.sin((2 * Math.PI * (voiceHz[voice] ?? 0) * at) / speechSampleRateHz);
}

type VoicedSpan = { voice: number; startMs: number; endMs: number };

/** Speaks a text in each turn, with a pause after it. Returns the words with their voices. */
export function speakDialogue(turns: readonly (readonly [voice: number, text: string])[], pauseMs = 600) {
  const said = speakTones(turns.flatMap(([, text]) => [text, pauseMs]));
  const voices = turns.flatMap(([voice, text]) => text.split(' ').map(() => voice));
  const words = said.words.map((word, at) => ({ ...word, voice: voices[at] ?? 0 }));
  let first = 0;
  for (const [voice, text] of turns) {
    const last = first + text.split(' ').length - 1;
    const [startMs, endMs] = [words[first]?.startMs ?? 0, words[last]?.endMs ?? 0];
    addHum(said.pcm, { voice, startMs, endMs });
    first = last + 1;
  }
  return { ...said, words };
}

/** A text is spoken, and a number is a pause in ms. */
export function speakTones(parts: readonly (string | number)[], { level = usualLevel } = {}) {
  const words: SpokenWord[] = [];
  const tones: { token: number; atMs: number; level: number }[] = [];
  let atMs = 0;
  for (const part of parts) {
    if (typeof part === 'number') {
      atMs += part;
      continue;
    }
    for (const text of part.split(' ')) {
      const startMs = atMs;
      for (const token of tokensOf(text)) {
        tones.push({ token, atMs, level });
        atMs += periodMs;
      }
      words.push({ text, startMs, endMs: atMs - periodMs + toneMs });
    }
  }
  const pcm = new Int16Array(samplesOf(atMs));
  for (const tone of tones) addTone(pcm, tone);
  return { pcm, words, durationMs: atMs };
}
