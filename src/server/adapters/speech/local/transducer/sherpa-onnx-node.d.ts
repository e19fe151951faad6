/** The part of sherpa-onnx-node that we use. The package carries no types. tsconfig.json points here. */

type Samples = { samples: Float32Array; sampleRate: number };

type Stream = { acceptWaveform: (sound: Samples) => void };

export type RecognizerConfig = {
  featConfig: { sampleRate: number; featureDim: number };
  modelConfig: {
    transducer: { encoder: string; decoder: string; joiner: string };
    tokens: string;
    modelType: 'nemo_transducer';
    numThreads: number;
  };
  decodingMethod: 'greedy_search';
};

export type Recognized = {
  text: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
  ys_log_probs: number[];
};

export type Recognizer = {
  createStream: () => Stream;
  decodeAsync: (stream: Stream) => Promise<Recognized>;
};

declare const sherpa: {
  OfflineRecognizer: { createAsync: (config: RecognizerConfig) => Promise<Recognizer> };
};
export default sherpa;
