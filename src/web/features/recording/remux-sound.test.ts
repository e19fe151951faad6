import { openAsBlob } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeMedia } from '#server/adapters/media/probe.ts';
import { ffmpegIn, threeTones, threeTonesMs, writeTones } from '#tests/media/make-media.ts';
import { tonesIn } from '#tests/media/tones.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { remuxSound } from './remux-sound.ts';

const seconds = threeTonesMs / 1_000;

/** Live streams as browsers record them: in chunks, without duration or index. */
const streams = {
  webm: ['-c:a', 'libopus', '-f', 'webm', '-live', '1', '-cluster_time_limit', '1000'],
  opusInMp4: [
    '-c:a',
    'libopus',
    '-f',
    'mp4',
    '-movflags',
    'empty_moov+default_base_moof',
    ...['-frag_duration', '1000000'],
  ],
  aacInMp4: [
    '-c:a',
    'aac',
    '-f',
    'mp4',
    '-movflags',
    'empty_moov+default_base_moof',
    ...['-frag_duration', '1000000'],
  ],
  ogg: ['-c:a', 'libopus', '-f', 'ogg'],
} as const;

async function recorded(folder: string, name: keyof typeof streams) {
  await writeTones(folder);
  await ffmpegIn(folder, '-i', 'tones.wav', ...streams[name], name);
  return join(folder, name);
}

async function rewrapped(folder: string, path: string) {
  const made = await remuxSound(await openAsBlob(path));
  if (made === undefined) throw new Error('the remuxer returned nothing');
  const copy = join(folder, `copy.${made.extension}`);
  await writeFile(copy, Buffer.from(await made.sound.arrayBuffer()));
  await ffmpegIn(folder, '-i', copy, '-ar', '16000', '-ac', '1', '-f', 's16le', 'heard.pcm');
  const pcm = await readFile(join(folder, 'heard.pcm'));
  return {
    made,
    probed: await probeMedia({ path: copy }),
    tones: tonesIn(new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2))),
  };
}

test.for([
  ['webm', 'ogg', 'opus'],
  ['opusInMp4', 'ogg', 'opus'],
  ['aacInMp4', 'mp4', 'aac'],
  ['ogg', 'ogg', 'opus'],
] as const)('%s gets its duration, and every tone keeps its time', async ([name, container, codec]) => {
  await using folder = await temporaryFolder({ fast: true });
  const { made, probed, tones } = await rewrapped(folder.path, await recorded(folder.path, name));
  expect(probed).toMatchObject({ container, chosen: { codec } });
  expect(probed.durationSeconds).toBeCloseTo(seconds, 0);
  expect(made.seconds).toBeCloseTo(seconds, 0);
  expect(tones.map(({ key }) => key)).toEqual(threeTones.map(({ key }) => key));
  for (const [at, { startMs }] of tones.entries())
    expect(Math.abs(startMs - (threeTones[at]?.startMs ?? 0))).toBeLessThan(60);
});

test.for(['webm', 'opusInMp4', 'aacInMp4'] as const)(
  '%s truncated within a chunk is complete up to the chunk before',
  async (name) => {
    await using folder = await temporaryFolder({ fast: true });
    const path = await recorded(folder.path, name);
    await truncate(path, Math.floor((await stat(path)).size * 0.72));
    const { made, probed, tones } = await rewrapped(folder.path, path);
    expect(probed.durationSeconds).toBeGreaterThan(1.9);
    expect(probed.durationSeconds).toBeLessThan(4);
    expect(Math.abs(made.seconds - probed.durationSeconds)).toBeLessThan(0.3);
    expect(tones[0]?.key).toBe('1');
  },
);

test('the remuxer returns nothing for a file without sound', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const path = await recorded(folder.path, 'webm');
  await truncate(path, 200);
  await expect(remuxSound(await openAsBlob(path)).catch(() => undefined)).resolves.toBeUndefined();
  await expect(remuxSound(new Blob([new Uint8Array(5_000)])).catch(() => undefined)).resolves.toBeUndefined();
});
