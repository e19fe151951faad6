import { setTimeout as delay } from 'node:timers/promises';
import { initWhisper } from '@fugood/whisper.node';
import { findNativeBuild } from '#server/adapters/speech/local/native-build.ts';
import { whisperLayout } from '#server/adapters/speech/local/whisper-layout.ts';
import { openWhisperLibrary } from '#server/adapters/speech/local/whisper-library.ts';
import type { NativeResult } from '#server/adapters/speech/local/whisper-node.d.ts';
import { loadWhisperModel } from '#server/adapters/speech/local/whisper-runtime.ts';
import { hum } from './synthetic-sound.ts';

// Calls the native library, which a test process must not load, and prints what a test wants to know.

const [path = '', loopingPath = ''] = process.argv.slice(2);
const load = { model: 'whisper', path, threads: 2, variant: 'default' } as const;
const request = { pcm: hum(4_000), language: 'auto', attempt: 'normal' } as const;

const build = await findNativeBuild('default');
if (build === undefined) throw new Error('the library of this machine is not installed');
const calls = [
  openWhisperLibrary(build, whisperLayout).load,
  (file: string) => initWhisper({ filePath: file, useGpu: true }),
];

const options = { temperature: 0, temperatureInc: 0.2, bestOf: 5, tokenTimestamps: true, maxThreads: 2 };
const [answers, byBinding] = await Promise.all(
  calls.map(async (open) => {
    const context = await open(path);
    const heard: NativeResult[] = [];
    for (const { ms, ...rest } of [
      { ms: 4_000, language: 'auto', maxLen: 1 },
      { ms: 45_000, language: 'pt', maxLen: 1 },
      { ms: 45_000, language: 'en', maxLen: 1, maxContext: 0 },
      { ms: 4_000, language: 'pt', maxLen: 0 },
    ])
      heard.push(await context.transcribeData(hum(ms).slice().buffer, { ...options, ...rest }).promise);
    return heard;
  }),
);

const { full } = whisperLayout;
const moved = { ...whisperLayout, full: { added: ['int', 0], ...full } } as const;
const ofMoved = await loadWhisperModel(load, moved);
const ofOther = await loadWhisperModel(load, { ...whisperLayout, version: '1.0.0' });
const unknown = {
  faults: [ofMoved.fault, ofOther.fault],
  speech: await ofMoved.decode?.(request).speech,
};

const looping = await loadWhisperModel({ ...load, path: loopingPath });
const running = looping.decode?.(request);
let turns = 0;
const turning = setInterval(() => {
  turns += 1;
}, 10);
await delay(300);
clearInterval(turning);
const stoppedAt = performance.now();
running?.stop();
const speech = await running?.speech;
const stopped = { speech, turns, tookMs: performance.now() - stoppedAt };

export type WhisperCalls = Readonly<{
  answers: readonly NativeResult[];
  byBinding: readonly NativeResult[];
  unknown: typeof unknown;
  stopped: typeof stopped;
}>;

const { promise: written, resolve } = Promise.withResolvers<void>();
process.stdout.write(JSON.stringify({ answers, byBinding, unknown, stopped }), () => resolve());
await written;
// The library's log keeps the process.
process.exit();
