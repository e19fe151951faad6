import {
  BlobSource,
  BufferTarget,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';
import { copyPackets } from '#web/features/upload/workers/sound-copy.ts';

export type Remuxed = { sound: Blob; extension: string; seconds: number };

const shells = {
  opus: { extension: 'ogg', type: 'audio/ogg', format: () => new OggOutputFormat() },
  aac: { extension: 'm4a', type: 'audio/mp4', format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
} as const;

async function copyTrack(track: InputAudioTrack): Promise<Remuxed | undefined> {
  const codec = await track.getCodec();
  if (codec !== 'opus' && codec !== 'aac') return undefined;
  const { extension, type, format } = shells[codec];
  const target = new BufferTarget();
  const seconds = await copyPackets(track, new Output({ format: format(), target }));
  if (seconds === undefined || target.buffer === null) return undefined;
  return { sound: new Blob([target.buffer], { type }), extension, seconds };
}

/**
 * Copies the packets into a complete container. A browser records a live stream, without duration or index, and
 * after a crash without an end.
 */
export async function remuxSound(sound: Blob): Promise<Remuxed | undefined> {
  const input = new Input({ formats: [MP4, OGG, WEBM], source: new BlobSource(sound) });
  try {
    const track = await input.getPrimaryAudioTrack();
    return track === null ? undefined : await copyTrack(track);
  } finally {
    input.dispose();
  }
}
