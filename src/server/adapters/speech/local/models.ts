import { minuteMs } from '#domain/format/durations.ts';
import type { EngineLimits } from '../engine.ts';

export type ModelFile = Readonly<{
  file: string;
  bytes: number;
  sha256: string;
  /** Of a file that is not in the repository of its model. A mirror has the same path. */
  origin?: Readonly<{ server: string; path: string }>;
}>;

/** Files that Escriba fetches, checks and keeps together. */
export type FetchableModel = Readonly<{
  /** For `script/models`. */
  name: string;
  label: string;
  /** Absent if each file has an origin of its own. */
  repository?: string;
  revision?: string;
  /** The subfolder of the models' folder, for a model of several files. */
  folder?: string;
  files: readonly ModelFile[];
  /** Of the process that runs it, at its peak. Not measured by this project: docs/engines.md has the sources. */
  memoryBytes: number;
  licence: string;
  /** The attribution that the licence requires. */
  credit: string;
}>;

export type LocalModel = FetchableModel &
  Readonly<{
    /** The part after `local:` in the configuration. */
    name: string;
    /** A transducer runs in sherpa-onnx, the others in whisper.cpp. */
    kind: 'transducer' | 'parakeet' | 'whisper';
    repository: string;
    revision: string;
    languages: readonly string[];
    limits: EngineLimits;
    /** A chunk counts as hung after this multiple of its length, measured on one slow core. */
    slowestFactor: number;
    /** Stays in service in an installation that has it, until this model is there. No installation fetches it. */
    replaces?: LocalModel;
  }>;

const defaultModelsUrl = 'https://huggingface.co';

/** One chunk at a time, because parallel chunks would only share the same cores. */
const oneAtATime = 1;

/** The exported models fail beyond 400 s, and their memory grows with the length of a chunk. */
export const transducerLimits: EngineLimits = {
  targetMs: minuteMs,
  maxMs: 2 * minuteMs,
  parallel: oneAtATime,
};
export const transducerSlowestFactor = 6;

/** Whisper reads windows of 30 s. Much shorter chunks waste the rest, and longer ones only delay the first text. */
const whisperLimits: EngineLimits = { targetMs: 85_000, maxMs: 180_000, parallel: oneAtATime };

const parakeetLanguages = 'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(
  ' ',
);

const whisperLanguages =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'.split(
    ' ',
  );

const whisper = {
  kind: 'whisper',
  repository: 'ggerganov/whisper.cpp',
  revision: '5359861c739e955e79d9a303bcbc70fb988958b1',
  languages: whisperLanguages,
  limits: whisperLimits,
  licence: 'MIT',
  credit: 'Whisper, OpenAI (MIT)',
} as const;

const parakeet = {
  name: 'parakeet',
  languages: parakeetLanguages,
  limits: transducerLimits,
  slowestFactor: transducerSlowestFactor,
  memoryBytes: 2_000_000_000,
  licence: 'CC BY 4.0',
  credit: 'Parakeet TDT 0.6B v3, NVIDIA (CC BY 4.0)',
} as const;

/** The default model of earlier releases. */
const parakeetOfWhisperCpp: LocalModel = {
  ...parakeet,
  kind: 'parakeet',
  label: 'Parakeet TDT 0.6B v3 for whisper.cpp',
  repository: 'ggml-org/parakeet-GGUF',
  revision: '35156454d1a39de06863303dd209fd2bed6ee079',
  files: [
    {
      file: 'ggml-parakeet-tdt-0.6b-v3-q4_0.bin',
      bytes: 355_615_679,
      sha256: 'aa7fe2f5fb47d863ca23e8b1d490632d63a2599f515268b6d6bd656158dad45e',
    },
  ],
};

export const localModels: readonly LocalModel[] = [
  {
    ...parakeet,
    kind: 'transducer',
    label: 'Parakeet TDT 0.6B v3',
    repository: 'csukuangfj/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
    revision: '2bda32ec70b097a55adaa07d9a7173915b43cc78',
    folder: 'parakeet-tdt-0.6b-v3-int8',
    // The smallest first, so that a wrong server is noticed at once.
    files: [
      {
        file: 'tokens.txt',
        bytes: 93_939,
        sha256: 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d',
      },
      {
        file: 'joiner.int8.onnx',
        bytes: 6_355_277,
        sha256: '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3',
      },
      {
        file: 'decoder.int8.onnx',
        bytes: 11_845_275,
        sha256: '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e',
      },
      {
        file: 'encoder.int8.onnx',
        bytes: 652_184_281,
        sha256: 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247',
      },
    ],
    replaces: parakeetOfWhisperCpp,
  },
  {
    ...whisper,
    name: 'whisper-tiny',
    label: 'Whisper tiny',
    files: [
      {
        file: 'ggml-tiny-q5_1.bin',
        bytes: 32_152_673,
        sha256: '818710568da3ca15689e31a743197b520007872ff9576237bda97bd1b469c3d7',
      },
    ],
    slowestFactor: 6,
    memoryBytes: 350_000_000,
  },
  {
    ...whisper,
    name: 'whisper-base',
    label: 'Whisper base',
    files: [
      {
        file: 'ggml-base-q5_1.bin',
        bytes: 59_707_625,
        sha256: '422f1ae452ade6f30a004d7e5c6a43195e4433bc370bf23fac9cc591f01a8898',
      },
    ],
    slowestFactor: 8,
    memoryBytes: 420_000_000,
  },
  {
    ...whisper,
    name: 'whisper-small',
    label: 'Whisper small',
    files: [
      {
        file: 'ggml-small-q5_1.bin',
        bytes: 190_085_487,
        sha256: 'ae85e4a935d7a567bd102fe55afc16bb595bdb618e11b2fc7591bc08120411bb',
      },
    ],
    slowestFactor: 15,
    memoryBytes: 730_000_000,
  },
  {
    ...whisper,
    name: 'whisper-large-v3-turbo',
    label: 'Whisper large v3 turbo',
    files: [
      {
        file: 'ggml-large-v3-turbo-q5_0.bin',
        bytes: 574_041_195,
        sha256: '394221709cd5ad1f40c46e6031ca61bce88931e6e088c188294c6d5a55ffa7e2',
      },
    ],
    slowestFactor: 40,
    memoryBytes: 2_400_000_000,
  },
];

export const bytesOf = ({ files }: Pick<LocalModel, 'files'>) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The path of a file on its server, and on a mirror. */
export const serverPath = ({ repository = '', revision = '' }: FetchableModel, { file, origin }: ModelFile) =>
  origin?.path ?? `${repository}/resolve/${revision}/${file}`;

/** The addresses of the files, in their order. */
export const modelUrls = (model: FetchableModel, modelsUrl = defaultModelsUrl): readonly string[] =>
  model.files.map((file) => {
    const isMirror = modelsUrl !== defaultModelsUrl;
    const server = isMirror ? modelsUrl : (file.origin?.server ?? modelsUrl);
    return `${server.replace(/\/+$/, '')}/${serverPath(model, file)}`;
  });
