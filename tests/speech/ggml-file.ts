/** Writes the file format of whisper.cpp's models: numbers, filters, words, then the tensors. */

const magic = 0x67676d6c;
const float32 = 0;

export type Tensor = { name: string; shape: readonly number[]; values?: (data: Float32Array) => void };

function int32s(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) buffer.writeUInt32LE(number, index * 4);
  return buffer;
}

const floats = (data: Float32Array) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

function tensorBytes({ name, shape, values }: Tensor): Buffer {
  const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
  values?.(data);
  const bytesOfName = Buffer.from(name);
  return Buffer.concat([
    int32s(shape.length, bytesOfName.length, float32, ...shape),
    bytesOfName,
    floats(data),
  ]);
}

type GgmlFile = {
  numbers: readonly number[];
  filters: { mels: number; bins: number };
  /** Some model types have additional data between filters and words. */
  between?: Buffer;
  /** A word of bytes may end within a character. */
  words: readonly (string | Buffer)[];
  tensors: readonly Tensor[];
};

/** Makes filters of which each covers a few neighbouring bins. */
function filterBank(mels: number, bins: number): Float32Array {
  const data = new Float32Array(mels * bins);
  for (let mel = 0; mel < mels; mel += 1)
    for (let bin = 0; bin < bins; bin += 1)
      if (Math.floor((bin * mels) / bins) === mel) data[mel * bins + bin] = 0.5;
  return data;
}

export function ggmlFile({ numbers, filters, between, words, tensors }: GgmlFile): Buffer {
  return Buffer.concat([
    int32s(magic, ...numbers),
    int32s(filters.mels, filters.bins),
    floats(filterBank(filters.mels, filters.bins)),
    ...(between === undefined ? [] : [between]),
    int32s(words.length),
    ...words.map((word) => Buffer.from(word)).flatMap((word) => [int32s(word.length), word]),
    ...tensors.map(tensorBytes),
  ]);
}

export { floats, int32s };
export const filledWith = (value: number) => (data: Float32Array) => void data.fill(value);
