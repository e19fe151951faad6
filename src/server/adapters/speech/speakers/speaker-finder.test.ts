import { cp, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterEmbeddings } from '#domain/voices/cluster-embeddings.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { standInModels } from '#tests/speech/tones.ts';
import { openSpeakerFolder } from './open-folder.ts';

const log = pino({ level: 'silent' });
const rateHz = 16_000;
const signal = new AbortController().signal;

let speakers: Awaited<ReturnType<typeof openSpeakerFolder>>;
beforeAll(async () => {
  speakers = await openSpeakerFolder({ folder: standInModels, log, threads: 1 });
});
afterAll(() => speakers.close());

/** The stand-in takes the last two for one speaker of a window. Their embeddings differ. */
const pitchOf = [110, 163, 220, 290];

/** A hum with overtones, which the stand-ins take for a voice. */
function hum(voice: number, seconds: number): Int16Array {
  const pitch = pitchOf[voice] ?? 110;
  return Int16Array.from({ length: seconds * rateHz }, (_, at) => {
    const turn = (2 * Math.PI * pitch * at) / rateHz;
    return 4_000 * (Math.sin(turn) + 0.5 * Math.sin(2 * turn));
  });
}
const silence = (seconds: number) => new Int16Array(seconds * rateHz);

function join16(...pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

test('turns of three voices become stretches that the clustering tells apart', async () => {
  const order = [0, 1, 2, 1, 0, 2, 0];
  const pcm = join16(...order.flatMap((voice) => [hum(voice, 3), silence(0.6)]));
  const stretches = await speakers.findStretches(pcm, signal);
  const voices = clusterEmbeddings(stretches, { voices: undefined, threshold: speakers.threshold });
  const voiceAt = (ms: number) =>
    voices[stretches.findIndex(({ startMs, endMs }) => startMs <= ms && ms < endMs)];
  expect(order.map((_, turn) => voiceAt(turn * 3_600 + 1_000))).toEqual(order);
});

test('a short answer keeps its voice beside long turns of a person whom the model takes for the same one', async () => {
  const said = [
    [2, 4],
    [3, 1],
    [2, 3],
    [3, 5],
    [2, 1],
    [3, 3],
  ] as const;
  const pcm = join16(...said.flatMap(([voice, seconds]) => [hum(voice, seconds), silence(0.6)]));
  const stretches = await speakers.findStretches(pcm, signal);
  const voices = clusterEmbeddings(stretches, { voices: undefined, threshold: speakers.threshold });
  let ms = 0;
  for (const [voice, seconds] of said) {
    const middleMs = ms + 500 * seconds;
    const at = stretches.findIndex(({ startMs, endMs }) => startMs <= middleMs && middleMs < endMs);
    expect(voices[at]).toBe(voice - 2);
    ms += (seconds + 0.6) * 1_000;
  }
});

test('silence has no stretch, and neither has no sound at all', async () => {
  expect(await speakers.findStretches(silence(12), signal)).toEqual([]);
  expect(await speakers.findStretches(new Int16Array(), signal)).toEqual([]);
});

test('sound of a second, and of a moment, is answered', async () => {
  const second = await speakers.findStretches(hum(0, 1), signal);
  expect(second).toHaveLength(1);
  expect(second[0]?.vector.length).toBeGreaterThan(0);
  const moment = await speakers.findStretches(hum(0, 0.05), signal);
  for (const { startMs, endMs } of moment) expect(endMs - startMs).toBeLessThanOrEqual(50);
});

test('after the death of the process the next request gets another one', async () => {
  await speakers.findStretches(hum(0, 1), signal);
  const first = speakers.pid() ?? 0;
  const broken = speakers.findStretches(hum(0, 60), signal);
  process.kill(first, 'SIGKILL');
  await expect(broken).rejects.toThrow('the speech process ended');
  expect(await speakers.findStretches(hum(0, 2), signal)).toHaveLength(1);
  expect(speakers.pid()).not.toBe(first);
});

test('an aborted request rejects at once', async () => {
  const stopping = new AbortController();
  const asked = speakers.findStretches(hum(0, 60), stopping.signal);
  stopping.abort(new Error('not wanted any more'));
  await expect(asked).rejects.toThrow('not wanted any more');
});

test('a folder without one of the models, or with a damaged one, is named without its path', async () => {
  await using folder = await temporaryFolder({});
  await expect(openSpeakerFolder({ folder: folder.path, log })).rejects.toThrow(
    'the folder of the speaker models has no segmentation*.onnx',
  );
  for (const name of ['segmentation.onnx', 'embedding.onnx'])
    await cp(join(standInModels, name), join(folder.path, name));
  await truncate(join(folder.path, 'embedding.onnx'), 500);
  await expect(openSpeakerFolder({ folder: folder.path, log })).rejects.toThrow('embedding.onnx');
});
