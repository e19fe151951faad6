import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import sherpa from 'sherpa-onnx-node';
import { pcmToFloats } from '#server/adapters/speech/engine.ts';
import { standInModels } from '#tests/speech/tones.ts';

// The library alone: decodes a chunk of raw samples again and again, and prints the milliseconds without the first.
const [path = '', times = '1', threads = '1'] = process.argv.slice(2);
// As the product's process, so that other load slows both.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const bytes = readFileSync(path);
const pcm = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
const recognizer = await sherpa.OfflineRecognizer.createAsync({
  featConfig: { sampleRate: 16_000, featureDim: 80 },
  modelConfig: {
    transducer: {
      encoder: `${standInModels}/encoder.onnx`,
      decoder: `${standInModels}/decoder.onnx`,
      joiner: `${standInModels}/joiner.onnx`,
    },
    tokens: `${standInModels}/tokens.txt`,
    modelType: 'nemo_transducer',
    numThreads: Number(threads),
  },
  decodingMethod: 'greedy_search',
});

async function decode() {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples: pcmToFloats(pcm), sampleRate: 16_000 });
  await recognizer.decodeAsync(stream);
}

await decode();
const startedMs = performance.now();
for (let nth = 0; nth < Number(times); nth += 1) await decode();
process.stdout.write(String(performance.now() - startedMs));
