import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

export type Remuxed = { sound: Blob; ending: string; seconds: number };

const shells = {
  opus: { ending: 'ogg', type: 'audio/ogg', format: () => new OggOutputFormat() },
  aac: { ending: 'm4a', type: 'audio/mp4', format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
} as const;

async function copyTrack(track: InputAudioTrack): Promise<Remuxed | undefined> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if ((codec !== 'opus' && codec !== 'aac') || decoderConfig === null) return undefined;
  const { ending, type, format } = shells[codec];
  const target = new BufferTarget();
  const output = new Output({ format: format(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let [firstAt, endsAt]: [number | undefined, number] = [undefined, 0];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    firstAt ??= packet.timestamp;
    const timestamp = packet.timestamp - firstAt;
    await source.add(packet.clone({ timestamp }), { decoderConfig });
    endsAt = timestamp + packet.duration;
  }
  if (firstAt === undefined) return undefined;
  await output.finalize();
  if (target.buffer === null) return undefined;
  return { sound: new Blob([target.buffer], { type }), ending, seconds: endsAt };
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
