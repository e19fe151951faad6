import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '#server/adapters/media/run-ffmpeg.ts';
import { speechSampleRateHz } from '#server/adapters/speech/engine.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);
const samplesPerMs = speechSampleRateHz / 1_000;

/**
 * Voices of espeak-ng with their pitch. The first three speak in the three ranges that the stand-in models know, and the
 * fourth speaks in the range of the second.
 */
const voices = [
  { name: 'pt-br+m3', pitch: 50 },
  { name: 'pt-br+f3', pitch: 60 },
  { name: 'pt-br+m3', pitch: 93 },
  { name: 'pt-br+f3', pitch: 90 },
] as const;
const wordsPerMinute = 170;

const lines = [
  'Bom dia, obrigado por ter vindo hoje aqui na nossa sala.',
  'Sim.',
  'A reunião de amanhã vai tratar do orçamento e das férias de todo mundo.',
  'Não, eu acho que não.',
  'Quando eu era pequeno a gente morava perto do rio e pescava todo domingo.',
  'É verdade.',
  'O contrato foi assinado em março, mas ninguém leu a última página com atenção.',
  'Então vamos ver isso com calma, parte por parte, sem pressa nenhuma.',
];

const firstTurnMs = 500;
/** A turn begins before the other one ends, or after a pause. */
const overlapShare = 1 / 8;
const overlapMs = { least: 200, most: 500 };
const pauseMs = { least: 150, most: 750 };

type SpokenWord = Readonly<{
  startMs: number;
  endMs: number;
  text: string;
  confidence: number;
  voice: number;
}>;
export type SpokenDialogue = Readonly<{ pcm: Int16Array; words: readonly SpokenWord[] }>;

/** Without the silence around it, so that pauses and overlaps have the stated length. */
function trimmed(pcm: Int16Array): Int16Array {
  const isSound = (sample: number) => Math.abs(sample) >= 100;
  return pcm.slice(pcm.findIndex(isSound), pcm.findLastIndex(isSound) + 1);
}

async function speak(folder: string, voice: number, line: string): Promise<Int16Array> {
  const { name, pitch } = voices[voice] ?? voices[0];
  const spoken = join(folder, 'line.wav');
  const decoded = join(folder, 'line.raw');
  await run('espeak-ng', ['-v', name, '-p', String(pitch), '-s', String(wordsPerMinute), '-w', spoken, line]);
  const format = ['-ac', '1', '-ar', String(speechSampleRateHz), '-f', 's16le'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', spoken, ...format, decoded]);
  return trimmed(new Int16Array(Uint8Array.from(await readFile(decoded)).buffer));
}

/** The words share the time of their line by their letters, because the command of espeak-ng reports no times. */
function wordsOf(
  line: string,
  { voice, startMs, lengthMs }: { voice: number; startMs: number; lengthMs: number },
) {
  let letters = 0;
  return line.split(' ').map((text): SpokenWord => {
    const timeAt = (index: number) => startMs + (lengthMs * index) / line.length;
    const word = {
      startMs: timeAt(letters),
      endMs: timeAt(letters + text.length),
      text,
      confidence: 0.9,
      voice,
    };
    letters += text.length + 1;
    return word;
  });
}

function mix(into: Int16Array, sound: Int16Array, from: number): void {
  for (const [at, sample] of sound.entries())
    into[from + at] = Math.max(-32_768, Math.min(32_767, (into[from + at] ?? 0) + sample));
}

/** Undefined without espeak-ng. */
export async function openDialogueMaker() {
  if ((await findProgram('espeak-ng')) === undefined) return undefined;
  const sounds: Int16Array[][] = [];
  await using folder = await temporaryFolder();
  for (const voice of voices.keys()) {
    sounds[voice] = [];
    for (const line of lines) sounds[voice].push(await speak(folder.path, voice, line));
  }
  return ({ count, seconds, seed }: { count: number; seconds: number; seed: number }): SpokenDialogue => {
    const random = seededRandom(seed);
    const between = ({ least, most }: { least: number; most: number }) => least + (most - least) * random();
    const pcm = new Int16Array(seconds * speechSampleRateHz);
    const words: SpokenWord[] = [];
    let startMs = firstTurnMs;
    let voice = 0;
    for (let turn = 0; ; turn += 1) {
      const line = Math.floor(lines.length * random());
      const sound = sounds[voice]?.[line] ?? new Int16Array();
      const from = Math.round(startMs * samplesPerMs);
      if (from + sound.length > pcm.length) break;
      mix(pcm, sound, from);
      const lengthMs = sound.length / samplesPerMs;
      words.push(...wordsOf(lines[line] ?? '', { voice, startMs, lengthMs }));
      startMs += lengthMs + (random() < overlapShare ? -between(overlapMs) : between(pauseMs));
      // First all voices in order, and then any other one.
      voice = turn + 1 < count ? turn + 1 : (voice + 1 + Math.floor((count - 1) * random())) % count;
    }
    return { pcm, words: words.toSorted((one, other) => one.startMs - other.startMs) };
  };
}
