import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from './media-error.ts';
import type { AudioTrack } from './parse-ffprobe.ts';
import { type MediaInfo, probeMedia } from './probe.ts';
import { inputUrl, isDiskFull, lastLine, type Programs, type RunLimits, runProgram } from './run-ffmpeg.ts';
import { pcmRateHz } from './sound-meter.ts';

const inMp4 = { video: ['h264', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] };
const inWebm = { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] };

/** Browsers play the first audio track. If another one was transcribed, text and sound would differ. */
const isFirst = ({ audio, chosen }: MediaInfo) => audio[0]?.index === chosen.index;

/** The MIME type under which browsers play the original, or undefined if they cannot. */
export function browserVideoType(media: MediaInfo): string | undefined {
  const { container, video, chosen } = media;
  if (video === undefined || !isFirst(media)) return undefined;
  const plays = (known: typeof inMp4) =>
    known.video.includes(video.codec) && known.audio.includes(chosen.codec);
  // A MOV with these codecs is nearly an MP4, and browsers play it only under that type.
  if (container === 'mp4' || container === 'mov') return plays(inMp4) ? 'video/mp4' : undefined;
  if (container === 'mkv') return plays(inWebm) ? 'video/webm' : undefined;
  return undefined;
}

/** The audio file for playback in every browser, and whether it is a cheap stream copy. */
export type Playable = Readonly<{ path: string; contentType: 'audio/mpeg' | 'audio/mp4'; isCopy: boolean }>;

/** `none`: only the PCM is written, and the playable file is encoded from it afterwards. */
export type PlayableMethod = 'copy_aac' | 'copy_mp3' | 'encode' | 'none';

const browserProfiles = ['LC', 'HE-AAC', 'HE-AACv2'];
const browserRateHz = 48_000;
/** A copy cannot delay its start consistently in all browsers. */
const latestStartSeconds = 0.03;

export const encodedRateHz = 24_000;
const encodedBytesPerSecond = 8_000;
/** The first frame of an MP3 is its header. */
const encodedFrameBytes = 192;
/** The fastest encoder that Chrome, Firefox and Safari all play: three times as fast as ffmpeg's AAC at this rate. */
const encoder = ['-c:a', 'libmp3lame', '-b:a', `${encodedBytesPerSecond * 8}`, '-compression_level', '9'];
/** Strips titles, locations and pictures of the original from the file that we publish. */
const nothingElse = ['-map_metadata', '-1', '-map_chapters', '-1'];
const asMp3 = [...nothingElse, '-id3v2_version', '0', '-f', 'mp3'];
const asM4a = [...nothingElse, '-movflags', '+faststart', '-f', 'mp4'];

export function choosePlayableMethod({
  codec,
  profile,
  channels,
  sampleRate,
  startSeconds,
}: AudioTrack): PlayableMethod {
  if (startSeconds > latestStartSeconds) return 'none';
  if (channels > 2 || sampleRate > browserRateHz) return 'encode';
  if (codec === 'mp3') return 'copy_mp3';
  if (codec === 'aac' && browserProfiles.includes(profile ?? '')) return 'copy_aac';
  return 'encode';
}

const typeOf = (way: PlayableMethod) => (way === 'copy_aac' ? 'audio/mp4' : 'audio/mpeg');

/** The `.part` file gets its final name once it is complete. */
export const playablePaths = (folder: string, way: PlayableMethod) => {
  const path = join(folder, way === 'copy_aac' ? 'listen.m4a' : 'listen.mp3');
  return { path, part: `${path}.part` };
};

export function playableOutput(way: PlayableMethod, part: string): string[] {
  const output = `file:${part}`;
  if (way === 'copy_aac') return ['-c', 'copy', ...asM4a, output];
  if (way === 'copy_mp3') return ['-c', 'copy', ...asMp3, output];
  return [...encoder, ...asMp3, output];
}

type Making = { limits: RunLimits; signal: AbortSignal | undefined; programs: Programs };

/** Encodes from the engines' PCM: duller than the original, but always as long as the text. */
async function encodeFromPcm(pcmPath: string, part: string, { limits, signal, programs }: Making) {
  const result = await runProgram({
    program: programs.ffmpeg,
    inputPath: pcmPath,
    args: [
      ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file'],
      ...['-f', 's16le', '-ar', String(pcmRateHz), '-ac', '1', '-i', inputUrl],
      ...playableOutput('none', part),
    ],
    limits,
    signal,
  });
  if (isDiskFull(result)) throw new MediaError('disk_full', lastLine(result));
  if (result.code !== 0) throw new MediaError('unreadable', lastLine(result));
}

/** Some copies silently lose gaps and broken packets. Text and sound would then drift apart. */
const lengthToleranceSeconds = 0.3;

/** Twice the bit rate of any MP3. The packets of a copied track may hold padding that no decoder reads. */
const maxCopyBytesPerSecond = 80_000;
const copyHeaderBytes = 500_000;

type Finishing = Making & { folder: string; way: PlayableMethod; pcmPath: string; seconds: number };

async function isWhole(part: string, { way, seconds, ...making }: Finishing): Promise<boolean> {
  const isClose = (found: number) => Math.abs(found - seconds) <= lengthToleranceSeconds;
  const { size } = await stat(part).catch(() => ({ size: 0 }));
  // Our encoder has a constant bit rate, so the size shows the length. ffprobe would believe the header.
  if (way === 'encode') return size > encodedFrameBytes && isClose(size / encodedBytesPerSecond);
  if (size > seconds * maxCopyBytesPerSecond + copyHeaderBytes) return false;
  const seen: MediaInfo | undefined = await probeMedia({ path: part, ...making }).catch((error) => {
    if (error instanceof MediaError && error.isFaultOfFile) return undefined;
    throw error;
  });
  return seen !== undefined && isClose(seen.durationSeconds);
}

/** Keeps the file from the main pass if its length and size are right, and otherwise encodes it again from the PCM. */
export async function finishPlayable(finishing: Finishing): Promise<Playable> {
  const { folder, way, pcmPath } = finishing;
  const made = playablePaths(folder, way);
  if (way !== 'none' && (await isWhole(made.part, finishing))) {
    await rename(made.part, made.path);
    return { path: made.path, contentType: typeOf(way), isCopy: way !== 'encode' };
  }
  await rm(made.part, { force: true });
  const places = playablePaths(folder, 'none');
  await encodeFromPcm(pcmPath, places.part, finishing);
  await rename(places.part, places.path);
  return { path: places.path, contentType: typeOf('none'), isCopy: false };
}
