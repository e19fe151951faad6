import { measureEnd } from './measure-track.ts';
import { MediaError } from './media-error.ts';
import type { AudioTrack } from './parse-ffprobe.ts';
import { defaultProbeLimits, type MediaInfo } from './probe.ts';
import { defaultPrograms } from './run-ffmpeg.ts';

/** Headers may claim any rate. These are the highest that recorders use. */
const maxRateHz = 192_000;
const maxChannels = 8;
/** Uncompressed stereo of 48 kHz. A file may change its format after its first packets. */
const minSoundBytesPerSecond = 192_000;
/** The picture of a camera with 400 Mbit/s. */
const pictureBytesPerSecond = 50_000_000;
/** For headers, indexes and rounded durations. */
const tolerance = 1.1;
const headerBytes = 1_000_000;
/** Cover art, notes of a studio, space that a recorder reserved. */
export const toleratedPaddingBytes = 16_000_000;

/** Uncompressed samples of 32 or 64 bits: no codec needs more. */
function trackBytesPerSecond({ codec, sampleRate, channels }: AudioTrack): number {
  const bytesPerSample = codec.startsWith('pcm_f64') ? 8 : 4;
  return Math.min(sampleRate, maxRateHz) * Math.min(channels, maxChannels) * bytesPerSample;
}

type Proportion = { media: MediaInfo; seconds: number };

/** The most bytes that a file with this many seconds of sound can need. */
function neededBytes({ media, seconds }: Proportion): number {
  const loudest = Math.max(...media.audio.map(trackBytesPerSecond));
  const sound = Math.max(minSoundBytesPerSecond, loudest);
  const perSecond = sound + (media.video === undefined ? 0 : pictureBytesPerSecond);
  return perSecond * seconds * tolerance + headerBytes;
}

/** True if the file has bytes that neither sound nor picture can need. */
export const isPadded = ({ bytes, ...file }: Proportion & { bytes: number }) => bytes > neededBytes(file);

type Probed = { path: string; media: MediaInfo; bytes: number; signal: AbortSignal };

/**
 * Plans bound seconds, so a file of one second with gigabytes of padding would fill the disk for one charged second.
 * Joined files declare the length of their first part, so the packets are measured before a refusal.
 */
export async function refuseMostlyPadding({ path, media, bytes, signal }: Probed): Promise<void> {
  const isMostlyPadding = (seconds: number) =>
    isPadded({ media, seconds, bytes: bytes - toleratedPaddingBytes });
  if (!isMostlyPadding(media.durationSeconds)) return;
  const measuring = { path, track: media.chosen.index, limits: defaultProbeLimits, signal };
  const measuredSeconds = await measureEnd({ ...measuring, programs: defaultPrograms });
  if (isMostlyPadding(Math.max(measuredSeconds, media.durationSeconds)))
    throw new MediaError('mostly_padding', `${bytes} bytes for ${media.durationSeconds.toFixed(1)} s`);
}
