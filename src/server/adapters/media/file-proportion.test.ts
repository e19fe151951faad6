import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ffmpegIn, flacWithDuration, makeFormat, writeTones } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { isPadded, refuseMostlyPadding } from './file-proportion.ts';
import { type MediaInfo, probeMedia } from './probe.ts';

const signal = new AbortController().signal;

type Shape = { codec: string; sampleRate: number; channels: number; hasPicture?: boolean };
function mediaOf({ hasPicture = false, ...sound }: Shape): MediaInfo {
  const chosen = {
    ...{ index: 0, profile: undefined, language: undefined, isDefault: true, startSeconds: 0 },
    ...{ durationSeconds: 3_600, ...sound },
  };
  return {
    ...{ container: 'other', containerSeconds: 3_600, clockStart: 0, audio: [chosen], chosen },
    durationSeconds: 3_600,
    video: hasPicture ? { codec: 'h264', width: 1_920, height: 1_080 } : undefined,
  };
}

test.each([
  ['a WAV of 96 kHz and 24 bits', { codec: 'pcm_s24le', sampleRate: 96_000, channels: 2 }, 96_000 * 2 * 3],
  ['a WAV of 96 kHz and 64 bits', { codec: 'pcm_f64le', sampleRate: 96_000, channels: 2 }, 96_000 * 2 * 8],
  ['six channels of 48 kHz', { codec: 'pcm_s32le', sampleRate: 48_000, channels: 6 }, 48_000 * 6 * 4],
  ['an Opus file of 32 kbit/s', { codec: 'opus', sampleRate: 48_000, channels: 1 }, 4_000],
  ['a film of 2 GB', { codec: 'aac', sampleRate: 44_100, channels: 2, hasPicture: true }, 2e9 / 3_600],
])('an hour of %s needs its bytes', (_what, shape, bytesPerSecond) => {
  expect(isPadded({ media: mediaOf(shape), seconds: 3_600, bytes: bytesPerSecond * 3_600 })).toBe(false);
});

test.each(['tones.wav', 'tones.mp3', 'tones.mp4'] as const)(
  'a %s of five seconds with 300 MB of padding is refused, and with 15 MB accepted',
  async (name) => {
    await using folder = await temporaryFolder();
    await writeTones(folder.path);
    const path = await makeFormat(folder.path, name);
    const media = await probeMedia({ path });
    const { size } = await stat(path);
    const withPadding = (padding: number) =>
      refuseMostlyPadding({ path, media, bytes: size + padding, signal });
    await withPadding(15_000_000);
    await expect(withPadding(300_000_000)).rejects.toMatchObject({ kind: 'mostly_padding' });
  },
);

test('a file whose header declares too little sound is measured before a refusal', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'noise.flac');
  const noise = 'anoisesrc=duration=240:sample_rate=48000:amplitude=1';
  await ffmpegIn(folder.path, '-f', 'lavfi', '-i', noise, '-ac', '2', '-sample_fmt', 's16', 'noise.flac');
  await writeFile(path, flacWithDuration(await readFile(path), 1));
  const { size: bytes } = await stat(path);
  const media = await probeMedia({ path });
  expect([media.durationSeconds, bytes > 18_000_000]).toEqual([1, true]);
  await refuseMostlyPadding({ path, media, bytes, signal });
});
