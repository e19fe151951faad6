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

export type VadConfig = {
  sileroVad: {
    model: string;
    threshold: number;
    minSilenceDuration: number;
    minSpeechDuration: number;
    maxSpeechDuration: number;
    windowSize: number;
  };
  sampleRate: number;
  numThreads: number;
};

type Vad = {
  acceptWaveform: (samples: Float32Array) => void;
  isEmpty: () => boolean;
  front: (usesExternalBuffer: boolean) => { start: number; samples: Float32Array };
  pop: () => void;
  flush: () => void;
  reset: () => void;
};

declare const sherpa: {
  Vad: new (config: VadConfig, bufferSeconds: number) => Vad;
  OfflineRecognizer: { createAsync: (config: RecognizerConfig) => Promise<Recognizer> };
};
export default sherpa;
