import { minuteMs } from '#domain/format/durations.ts';
import type { EngineLimits } from '../engine.ts';

export type ModelFile = Readonly<{ file: string; bytes: number; sha256: string }>;

export type LocalModel = Readonly<{
  /** The part after `local:` in the configuration. */
  name: string;
  kind: 'parakeet' | 'whisper';
  label: string;
  repository: string;
  revision: string;
  /** The subfolder of the models' folder, for a model of several files. */
  folder?: string;
  files: readonly ModelFile[];
  languages: readonly string[];
  limits: EngineLimits;
  /** A chunk counts as hung after this multiple of its length, measured on one slow core. */
  slowestFactor: number;
  /** The attribution that the licence requires. */
  credit: string;
}>;

const defaultModelsUrl = 'https://huggingface.co';

/** One chunk at a time, because parallel chunks would only share the same cores. */
const oneAtATime = 1;

/** Its attention needs far too much memory and time beyond 400 s. */
const parakeetLimits: EngineLimits = { targetMs: minuteMs, maxMs: 5 * minuteMs, parallel: oneAtATime };

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
  credit: 'Whisper, OpenAI (MIT)',
} as const;

export const localModels: readonly LocalModel[] = [
  {
    name: 'parakeet',
    kind: 'parakeet',
    label: 'Parakeet TDT 0.6B v3',
    repository: 'ggml-org/parakeet-GGUF',
    revision: '35156454d1a39de06863303dd209fd2bed6ee079',
    files: [
      {
        file: 'ggml-parakeet-tdt-0.6b-v3-q4_0.bin',
        bytes: 355_615_679,
        sha256: 'aa7fe2f5fb47d863ca23e8b1d490632d63a2599f515268b6d6bd656158dad45e',
      },
    ],
    languages: parakeetLanguages,
    limits: parakeetLimits,
    slowestFactor: 6,
    credit: 'Parakeet TDT 0.6B v3, NVIDIA (CC BY 4.0)',
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
  },
];

export const findModel = (name: string) => localModels.find((model) => model.name === name);

export const bytesOf = ({ files }: Pick<LocalModel, 'files'>) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The addresses of the files, in their order. */
export const modelUrls = (
  { repository, revision, files }: LocalModel,
  modelsUrl = defaultModelsUrl,
): readonly string[] =>
  files.map(({ file }) => `${modelsUrl.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${file}`);
