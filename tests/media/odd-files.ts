import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeToPipe, ffmpegIn, picture, threeTones, writeTones } from './make-media.ts';

const silence = (seconds: number) => ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', String(seconds)];
const hourSeconds = 3_600;
/** Encodes silence in large identical frames, which need a few bytes for eight seconds. */
const hardlyAnything = ['-c:a', 'flac', '-compression_level', '0', '-frame_size', '65535'];

/** Caches the result, because several tests send the same file, and making some takes seconds. */
function once(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Makes files in the folder that users send by mistake or as an attack. */
export function oddFiles(folder: string) {
  const made = async (name: string, ...args: string[]): Promise<Buffer> => {
    await ffmpegIn(folder, ...args, name);
    return readFile(join(folder, name));
  };
  const tones = async (name: string, ...args: string[]) => {
    await writeTones(folder);
    return made(name, '-i', 'tones.wav', ...args);
  };
  const whole = (name: string) => tones(name, '-c:a', 'aac');
  const text = (content: string) => async () => Buffer.from(content);
  const hls = (target: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`;

  return {
    good: once(() => tones('good.mp3', '-c:a', 'libmp3lame')),
    empty: text(''),
    text: text('Ata da reunião de terça-feira.\n'.repeat(500)),
    withoutIndex: async () => {
      const all = await whole('whole.m4a');
      return all.subarray(0, Math.floor(all.length * 0.9));
    },
    /** A truncated upload of a format that can be read from the start. */
    mostlyMissing: async () => {
      const all = await tones('whole.flac', '-c:a', 'flac');
      return all.subarray(0, Math.floor(all.length * 0.3));
    },
    filmWithoutSound: () => made('film.mp4', ...picture(2), '-c:v', 'mpeg4'),
    withoutASecond: once(() => tones('nothing.wav', '-t', '0')),
    twelveHours: once(() => made('hours.flac', ...silence(12 * hourSeconds), ...hardlyAnything)),
    nineTracks: async () => {
      await writeTones(folder, { tones: threeTones });
      const eight = Array.from({ length: 8 }, () => ['-map', '1:a']).flat();
      const inputs = ['-i', 'tones.wav', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono:d=5'];
      return made('nine.mkv', ...inputs, '-map', '0:a', ...eight, '-c:a', 'libopus', '-b:a', '16k');
    },
    studio: () =>
      tones('studio.wav', '-af', 'aresample=192000,pan=7.1|FL=c0|FR=c0', '-c:a', 'pcm_s32le', '-t', '5'),
    hlsTo: (target: string) => text(hls(target)),
    concatTo: (target: string) => text(`ffconcat version 1.0\nfile '${target}'\n`),
    dashTo: (target: string) =>
      text(
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${target}</BaseURL></MPD>`,
      ),
    /** This file passes the first content check, so that only ffprobe's options protect the server. */
    hiddenHlsTo: (target: string) => text(`${hls(target)}\0`),
    /** Very long silence in a small file, without a declared length. */
    bomb: once(async () =>
      readFile(
        await encodeToPipe(
          folder,
          [...silence(5 * hourSeconds), ...hardlyAnything, '-f', 'flac'],
          'bomb.flac',
        ),
      ),
    ),
    /** The header declares five seconds, but the sound lasts an hour. */
    liar: async () => {
      const hour = await made('liar.mkv', ...silence(hourSeconds), ...hardlyAnything);
      return Buffer.from(hour.toString('latin1').replaceAll('01:00:00.', '00:00:05.'), 'latin1');
    },
  };
}
