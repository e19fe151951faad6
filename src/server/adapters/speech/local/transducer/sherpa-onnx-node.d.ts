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

type EmbeddingConfig = { model: string; numThreads: number };

type Diarization = {
  /** Blocks. Of at most ten seconds it returns the speakers without a look at their embeddings. */
  process: (samples: Float32Array) => { start: number; end: number; speaker: number }[];
};

export type DiarizationConfig = {
  segmentation: { pyannote: { model: string }; numThreads: number };
  embedding: EmbeddingConfig;
  clustering: { numClusters: number; threshold: number };
  minDurationOn: number;
  minDurationOff: number;
};

type EmbeddingExtractor = {
  dim: number;
  createStream: () => Stream & { inputFinished: () => void };
  isReady: (stream: Stream) => boolean;
  compute: (stream: Stream, usesExternalBuffer: boolean) => Float32Array;
};

declare const sherpa: {
  OfflineSpeakerDiarization: new (config: DiarizationConfig) => Diarization;
  SpeakerEmbeddingExtractor: new (config: EmbeddingConfig) => EmbeddingExtractor;
  Vad: new (config: VadConfig, bufferSeconds: number) => Vad;
  OfflineRecognizer: { createAsync: (config: RecognizerConfig) => Promise<Recognizer> };
};
export default sherpa;
