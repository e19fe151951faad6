const headerBytes = 44;
const bytesPerSample = 2;

/** 16-bit mono PCM as a WAV file: what every engine elsewhere takes, without a program to encode it. */
export function wavOf(pcm: Int16Array, sampleRateHz = 16_000): Uint8Array {
  const dataBytes = pcm.length * bytesPerSample;
  const file = new Uint8Array(headerBytes + dataBytes);
  const view = new DataView(file.buffer);
  const letters = (at: number, word: string) => file.set(new TextEncoder().encode(word), at);
  letters(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(28, sampleRateHz * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  letters(36, 'data');
  view.setUint32(40, dataBytes, true);
  // Every machine we run on keeps its numbers little end first, as WAV does.
  file.set(new Uint8Array(pcm.buffer, pcm.byteOffset, dataBytes), headerBytes);
  return file;
}
