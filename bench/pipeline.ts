/**
 * An hour from its upload to its finished text, with an engine that has its answers ready, against ffmpeg's decoding
 * alone; and with an engine that takes a second for each minute, eight at once, against what those seconds add up to.
 *
 *   node bench/pipeline.ts [--minutes 60] [--runs 3]
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Comparison, report, summarise } from './harness.ts';
import { openSignedInPlace } from './set-up/signed-in-place.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, runs: { type: 'string', default: '3' } },
});
const minutes = Number(values.minutes);
const runs = Number(values.runs);
const run = promisify(execFile);
const engineAtOnce = 8;
const engineSecondsPerMinute = 1;
const lookEveryMs = 20;

await using folder = await temporaryFolder();

/** Sound like a lecture's: a voice's pitch that never stands still, with a pause now and then. */
const sound = [
  ...['-f', 'lavfi', '-i'],
  `aevalsrc=exprs='0.3*sin(2*PI*(140+60*sin(t/3))*t)*lt(mod(t\\,9)\\,8.2)+0.02*random(0)':s=44100:d=${minutes * 60}`,
];
const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=5:duration=${minutes * 60}`];

async function make(name: string, args: readonly string[]) {
  const path = join(folder.path, name);
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]);
  return path;
}

const files = {
  MP3: await make('hora.mp3', [...sound, '-c:a', 'libmp3lame', '-b:a', '128k']),
  MP4: await make('hora.mp4', [
    ...[...picture, ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '35'],
    ...['-c:a', 'aac', '-b:a', '128k', '-shortest'],
  ]),
};

async function secondsOf(work: () => Promise<unknown>) {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

const decodeAlone = (path: string) =>
  secondsOf(() =>
    run('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      '-y',
      '-i',
      path,
      '-vn',
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      's16le',
      '/dev/null',
    ]),
  );

async function startEngine(...args: (string | number)[]) {
  const child = fork(new URL('set-up/instant-engine.ts', import.meta.url), args.map(String));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    environment: {
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'bench',
      SPEECH_PARALLEL: String(engineAtOnce),
    },
    [Symbol.dispose]: () => child.disconnect(),
  };
}

type SignedIn = Awaited<ReturnType<typeof openSignedInPlace>>;

async function throughProduct({ place, person }: SignedIn, path: string) {
  const form = new FormData();
  form.append('file', await openAsBlob(path), path.split('/').at(-1));
  const headers = { authorization: `Bearer ${person.token}` };
  const accepted = await fetch(`${place.url}/api/transcribe`, { method: 'POST', headers, body: form });
  const { jobId } = (await accepted.json()) as { jobId: string };
  for (;;) {
    const answer = await fetch(`${place.url}/api/transcribe/${jobId}`, { headers });
    const { status, reason } = (await answer.json()) as { status: string; reason: string | null };
    if (status === 'completed') return;
    if (status === 'error' || status === 'failed') throw new Error(`the job ended as ${status}: ${reason}`);
    await delay(lookEveryMs);
  }
}

const comparisons: Comparison[] = [];
{
  using engine = await startEngine();
  await using signedIn = await openSignedInPlace(engine.environment);
  for (const [kind, path] of Object.entries(files)) {
    const ours: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round <= runs; round += 1) {
      const decoded = await decodeAlone(path);
      const took = await secondsOf(() => throughProduct(signedIn, path));
      if (round === 0) continue;
      alone.push(decoded);
      ours.push(took);
    }
    comparisons.push({
      what: `${minutes} min of ${kind}, upload to text, engine at once`,
      unit: 's',
      ours: summarise(ours),
      reference: { what: 'ffmpeg decodes alone', figures: summarise(alone) },
      goal: { atMost: 1.5, of: 'ratio' },
    });
  }
}
{
  using engine = await startEngine(engineSecondsPerMinute, engineAtOnce);
  await using signedIn = await openSignedInPlace(engine.environment);
  const ours: number[] = [];
  for (let round = 0; round < runs; round += 1)
    ours.push(await secondsOf(() => throughProduct(signedIn, files.MP3)));
  comparisons.push({
    what: `${minutes} min of MP3, engine of ${engineSecondsPerMinute} s a minute, ${engineAtOnce} at once`,
    unit: 's',
    ours: summarise(ours),
    reference: {
      what: 'the engine’s own seconds',
      figures: summarise([(minutes * engineSecondsPerMinute) / engineAtOnce]),
    },
    goal: { atMost: 1.2, of: 'ratio' },
  });
}
await report(import.meta.filename, comparisons);
