import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamTargetChunk } from 'mediabunny';
import { expect, test } from 'vitest';
import { probeMedia } from '#server/adapters/media/probe.ts';
import { ffmpegIn, picture, threeTonesMs, writeTones } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { copySound, lookInto } from './sound-copy.ts';

const seconds = threeTonesMs / 1_000;
const film = [...picture(seconds), '-i', 'tones.wav', '-map', '0:v', '-map', '1:a', '-c:v', 'mpeg4'];

/** Assembles the chunks by position, in any order, as the browser's file system does. */
async function copyOf(path: string) {
  const pieces: StreamTargetChunk[] = [];
  const shares: number[] = [];
  const copied = await copySound(await openAsBlob(path), {
    to: new WritableStream({ write: (piece) => void pieces.push({ ...piece, data: piece.data.slice() }) }),
    onProgress: (share) => shares.push(share),
  });
  const bytes = Buffer.alloc(Math.max(0, ...pieces.map(({ position, data }) => position + data.length)));
  for (const { data, position } of pieces) bytes.set(data, position);
  return { copied, bytes, shares };
}

test.for([
  ['film.mp4', ['-c:a', 'aac'], 'm4a', 'mp4', 'aac'],
  ['film.mov', ['-c:a', 'pcm_s16le'], 'wav', 'other', 'pcm_s16le'],
  ['mp3.mp4', ['-c:a', 'libmp3lame'], 'mp3', 'other', 'mp3'],
  ['opus.mkv', ['-c:a', 'libopus'], 'ogg', 'ogg', 'opus'],
  ['vorbis.mkv', ['-c:a', 'libvorbis'], 'ogg', 'ogg', 'vorbis'],
  ['flac.mkv', ['-c:a', 'flac'], 'flac', 'flac', 'flac'],
  ['camera.MTS', ['-c:v', 'libx264', '-c:a', 'aac', '-f', 'mpegts'], 'm4a', 'mp4', 'aac'],
] as const)(
  'copySound copies the audio of %s without re-encoding, in a format that the server accepts',
  async ([name, sound, extension, container, codec]) => {
    await using folder = await temporaryFolder({ fast: true });
    await writeTones(folder.path);
    await ffmpegIn(folder.path, ...film, ...sound, name);
    const original = join(folder.path, name);
    expect(await lookInto(await openAsBlob(original))).toEqual({
      seconds: expect.closeTo(seconds, 0),
      hasSound: true,
      hasPicture: true,
    });

    const { copied, bytes, shares } = await copyOf(original);
    expect(copied).toEqual({ extension });
    expect(bytes.length).toBeLessThan((await stat(original)).size);
    expect(shares.at(-1)).toBeGreaterThan(0.9);
    const path = join(folder.path, `copy.${extension}`);
    await writeFile(path, bytes);
    const probed = await probeMedia({ path });
    expect(probed).toMatchObject({ container, video: undefined, chosen: { codec } });
    expect(probed.durationSeconds).toBeCloseTo(seconds, 0);
  },
);

test('lookInto detects a video without audio', async () => {
  await using folder = await temporaryFolder({ fast: true });
  await ffmpegIn(folder.path, ...picture(1), '-c:v', 'mpeg4', 'still.mp4');
  const still = await openAsBlob(join(folder.path, 'still.mp4'));
  expect(await lookInto(still)).toEqual({ seconds: undefined, hasSound: false, hasPicture: true });
  expect(await copySound(still, { to: new WritableStream(), onProgress: () => {} })).toBeUndefined();
});

test.for([
  ['voice.aac', ['-c:a', 'aac']],
  ['voice.opus', ['-c:a', 'libopus']],
  ['voice.webm', ['-c:a', 'libopus']],
  ['voice.3gp', ['-c:a', 'aac']],
] as const)('lookInto measures %s and finds no picture', async ([name, sound]) => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  await ffmpegIn(folder.path, '-i', 'tones.wav', ...sound, name);
  const found = await lookInto(await openAsBlob(join(folder.path, name)));
  expect(found).toEqual({ seconds: expect.closeTo(seconds, 0), hasSound: true, hasPicture: false });
});

test('copySound copies the audio track that the server would choose', async () => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const second = ['-map', '1:a', '-c:a:0', 'libopus', '-c:a:1', 'flac'];
  const choice = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
  await ffmpegIn(folder.path, ...film, ...second, ...choice, 'two.mkv');
  const path = join(folder.path, 'two.mkv');
  const { chosen } = await probeMedia({ path });
  expect(chosen.codec).toBe('flac');
  expect((await copyOf(path)).copied).toEqual({ extension: 'flac' });
});

test('lookInto rejects an unknown format', async () => {
  await expect(lookInto(new Blob(['RIFF nothing of the kind']))).rejects.toThrow();
});
