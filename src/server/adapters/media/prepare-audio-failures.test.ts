import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodedSeconds } from '#tests/media/decoded-sound.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { ffmpegIn } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { decodeAudio, prepareAudio } from './prepare-audio.ts';
import { type MediaInfo, probeMedia } from './probe.ts';
import { findProgram } from './run-ffmpeg.ts';
import { pcmBytesPerSecond } from './sound-meter.ts';

const run = promisify(execFile);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path: string;
let media: MediaInfo;
let count = 0;

/** Six hours of sound, so that decoding takes longer than any of these tests. */
beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
  const hours = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '21600'];
  await ffmpegIn(folder.path, ...hours, '-c:a', 'flac', '-compression_level', '0', 'long.flac');
  path = join(folder.path, 'long.flac');
  media = await probeMedia({ path });
});
afterAll(async () => folder[Symbol.asyncDispose]());

async function emptyFolder() {
  count += 1;
  const out = join(folder.path, `out-${count}`);
  await mkdir(out);
  return out;
}

test('an aborted preparation leaves no process and no partial file', async () => {
  const out = await emptyFolder();
  const stopping = new AbortController();
  let progressSeconds = 0;
  const preparing = prepareAudio({
    path,
    media,
    folder: out,
    signal: stopping.signal,
    onProgress: (seconds) => {
      progressSeconds = seconds;
      stopping.abort(new Error('the owner deleted it'));
    },
  });
  await expect(preparing).rejects.toThrow('the owner deleted it');
  expect(progressSeconds).toBeGreaterThan(0);
  expect(await ffmpegProcesses()).toEqual([]);
  expect(await readdir(out)).toEqual([]);
  await expect(prepareAudio({ path, media, folder: out, signal: stopping.signal })).rejects.toThrow(
    'deleted',
  );
  await expect(probeMedia({ path, signal: stopping.signal })).rejects.toThrow('deleted');
});

test('a preparation that exceeds the time limit ends and leaves nothing', async () => {
  const out = await emptyFolder();
  const limits = { timeMs: 300 };
  await expect(prepareAudio({ path, media, folder: out, limits })).rejects.toMatchObject({
    kind: 'took_too_long',
    isFaultOfFile: false,
  });
  expect(await ffmpegProcesses()).toEqual([]);
  expect(await readdir(out)).toEqual([]);
});

test.each([
  ['a whole recording', prepareAudio],
  ['a part of a joined recording', decodeAudio],
])(
  '%s whose ffmpeg is killed after most of the sound is decoded again, and keeps its end',
  async (_, make) => {
    const out = await emptyFolder();
    const tone = ['-f', 'lavfi', '-i', 'sine=d=5', '-ar', '16000'];
    await ffmpegIn(folder.path, ...tone, '-c:a', 'libopus', 'short.opus');
    const short = join(folder.path, 'short.opus');
    const killed = join(out, 'killed');
    const ffmpeg = join(out, 'ffmpeg');
    const found = await findProgram('ffmpeg');
    // Its first run writes three of the five seconds.
    const script = `#!/bin/sh
if [ -e '${killed}' ]; then exec '${found}' "$@"; fi
: >'${killed}'
'${found}' "$@" | head -c 96000
kill -KILL $$
`;
    await writeFile(ffmpeg, script, { mode: 0o700 });
    const programs = { ffmpeg, ffprobe: 'ffprobe' };
    const made = await make({ path: short, media: await probeMedia({ path: short }), folder: out, programs });
    expect(await readdir(out)).toContain('killed');
    expect(made.isIncomplete).toBe(false);
    expect(Math.abs(made.durationMs - 5_000)).toBeLessThan(100);
    expect((await stat(made.pcmPath)).size / pcmBytesPerSecond).toBeCloseTo(5, 1);
  },
);

test('an error in the progress callback ends the preparation', async () => {
  const out = await emptyFolder();
  const onProgress = () => {
    throw new Error('the listener failed');
  };
  await expect(prepareAudio({ path, media, folder: out, onProgress })).rejects.toThrow('the listener failed');
  expect(await ffmpegProcesses()).toEqual([]);
  expect(await readdir(out)).toEqual([]);
});

test('the probe reports a missing ffmpeg', async () => {
  const programs = { ffmpeg: 'no-such-program', ffprobe: 'no-such-program' };
  await expect(probeMedia({ path, programs })).rejects.toMatchObject({
    kind: 'engine_missing',
    isFaultOfFile: false,
  });
});

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('ffprobe cannot exceed its memory limit', async () => {
  await expect(probeMedia({ path, limits: { memoryBytes: 30_000_000 } })).rejects.toThrow();
});

onLinux('ffmpeg ends when its worker is killed', async () => {
  const out = await emptyFolder();
  const module = (name: string) => new URL(name, import.meta.url).href;
  const program = `
    const { probeMedia } = await import(${JSON.stringify(module('./probe.ts'))});
    const { prepareAudio } = await import(${JSON.stringify(module('./prepare-audio.ts'))});
    const [path, folder] = process.argv.slice(1);
    const media = await probeMedia({ path });
    await prepareAudio({ path, media, folder, onProgress: () => process.stdout.write('.') });`;
  const worker = spawn(process.execPath, ['--input-type=module', '-e', program, path, out], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => worker.stdout.once('data', resolve));
  const [pid] = await ffmpegProcesses(worker.pid);
  if (pid === undefined) throw new Error('no ffmpeg was running');
  worker.kill('SIGKILL');
  await expect
    .poll(async () => {
      const state = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
      return state.stdout.trim();
    })
    .toMatch(/^(Z.*)?$/);
});

/** Requires root, and fails in some containers. */
async function mountSmallDisk(disk: string, bytes: number) {
  await mkdir(disk);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', disk]);
  return { [Symbol.asyncDispose]: () => run('umount', [disk]).then(() => {}) };
}

const canMount = async () => {
  try {
    await using _disk = await mountSmallDisk(join(folder.path, 'try'), 65_536);
    return true;
  } catch {
    return false;
  }
};

test('prepareAudio reports a full disk, both at the start and midway', async ({ skip }) => {
  if (!(await canMount())) skip('this container cannot mount a small disk');
  const disk = join(folder.path, 'full');
  await using _disk = await mountSmallDisk(disk, 2_000_000);
  await expect(prepareAudio({ path, media, folder: disk })).rejects.toMatchObject({ kind: 'disk_full' });

  const understated = { ...media, durationSeconds: 1 };
  await expect(prepareAudio({ path, media: understated, folder: disk })).rejects.toMatchObject({
    kind: 'disk_full',
    isFaultOfFile: false,
  });
  expect(await readdir(disk)).toEqual([]);

  // The PCM of 20 s fits and the copied track does not, so ffmpeg itself hits the full disk.
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=45', '-ac', '2'];
  await ffmpegIn(folder.path, ...noise, '-c:a', 'libmp3lame', '-b:a', '320k', 'big.mp3');
  const big = join(folder.path, 'big.mp3');
  const bigMedia = await probeMedia({ path: big });
  await expect(prepareAudio({ path: big, media: bigMedia, folder: disk })).rejects.toMatchObject({
    kind: 'disk_full',
  });
  expect(await readdir(disk)).toEqual([]);
  expect(await ffmpegProcesses()).toEqual([]);
});

test('onDecoded fires before the playable file has its final name', async () => {
  const out = await emptyFolder();
  await ffmpegIn(folder.path, '-f', 'lavfi', '-i', 'sine=d=3', '-c:a', 'libmp3lame', 'short.mp3');
  const short = join(folder.path, 'short.mp3');
  let namesThen: Promise<string[]> | undefined;
  let decodedMs = 0;
  const { durationMs, playable } = await prepareAudio({
    path: short,
    media: await probeMedia({ path: short }),
    folder: out,
    onDecoded: (sound) => {
      decodedMs = sound.durationMs;
      namesThen = readdir(out);
    },
  });
  expect(decodedMs).toBe(durationMs);
  expect(await namesThen).not.toContain('listen.mp3');
  expect(playable.path).toBe(join(out, 'listen.mp3'));
});

test('a playable file that lost sound is encoded again, and ffprobe does not start for it', async () => {
  await ffmpegIn(folder.path, '-f', 'lavfi', '-i', 'sine=d=3', 'short.wav');
  const short = join(folder.path, 'short.wav');
  const losing = join(folder.path, 'losing-ffmpeg');
  const script = `#!/bin/sh
ffmpeg "$@" || exit
for last; do :; done
case "$*" in *filter_complex*) truncate -s 16000 "\${last#file:}" && touch ${join(folder.path, 'cut')} ;; esac`;
  await writeFile(losing, script, { mode: 0o700 });
  const media = await probeMedia({ path: short });
  const programs = { ffmpeg: losing, ffprobe: 'no-such-program' };
  const { playable } = await prepareAudio({ path: short, media, folder: await emptyFolder(), programs });
  expect(await readdir(folder.path)).toContain('cut');
  // The header of the shortened file still declares three seconds.
  expect(Math.abs((await decodedSeconds(playable.path)) - 3)).toBeLessThan(0.2);
});
