import { filledWith, ggmlFile, type Tensor } from './ggml-file.ts';

/**
 * A working 3 MB Whisper model with known output. All its layers are empty, so the next token depends only on the
 * position: each position selects the token that follows.
 */

const state = 16;
const audioPositions = 1_500;
const textPositions = 448;
const mels = 80;
const vocabulary = 51_865;

const firstLanguage = 50_259;
const portuguese = firstLanguage + 8;
const end = 50_257;
const zeroSeconds = 50_364;
/** Returns the token of a time. Whisper counts time in steps of 20 ms from the start of the window. */
const timestamp = (ms: number) => zeroSeconds + ms / 20;

/** The two parts of " coração" share the bytes of "ç". */
const splitAt = Buffer.from(' cora').length + 1;
const [beginning, ending] = [
  Buffer.from(' coração').subarray(0, splitAt),
  Buffer.from(' coração').subarray(splitAt),
];
const whisperWords: (string | Buffer)[] = [
  ' ',
  ' Olá,',
  beginning,
  ending,
  ' de',
  ' São',
  ' Paulo.',
  ' E',
  ' além.',
];
const word = (text: string | Buffer) => whisperWords.indexOf(text);

/** The model also names the time at which this token begins, as the second most likely token. */
type Output = number | { token: number; fromMs: number };
const tokenOf = (output: Output) => (typeof output === 'number' ? output : output.token);

/** The output for any window of 30 s has two segments. The second ends with the sentence. */
const sentence: Output[] = [
  timestamp(0),
  word(' Olá,'),
  { token: word(beginning), fromMs: 700 },
  word(ending),
  timestamp(1_500),
  timestamp(1_500),
  word(' de'),
  { token: word(' São'), fromMs: 2_000 },
  { token: word(' Paulo.'), fromMs: 2_500 },
  timestamp(3_000),
  end,
];
/** The output after a window with the first sentence as context, which shifts the positions. */
const sentenceInContext: Output[] = [timestamp(0), word(' E'), word(' além.'), timestamp(3_000), end];
/** To three digits. The first piece of "coração" is as sure as this, the second is certain. */
const besideATime = 0.913;
export const spoken = {
  text: 'Olá, coração de São Paulo.',
  words: [
    { text: 'Olá,', startMs: 0, endMs: 700, confidence: 1 },
    { text: 'coração', startMs: 700, endMs: 1_500, confidence: besideATime },
    { text: 'de', startMs: 1_500, endMs: 2_000, confidence: 1 },
    { text: 'São', startMs: 2_000, endMs: 2_500, confidence: besideATime },
    { text: 'Paulo.', startMs: 2_500, endMs: 3_000, confidence: besideATime },
  ],
};
export const spokenInContext = 'E além.';

/** The prompt contains beginning, language and task, so the output starts at position 2. */
const firstOutputPosition = 2;

function outputs(loops: boolean): Output[] {
  return Array.from({ length: textPositions }, (_, position) => {
    if (position === 0) return portuguese;
    if (loops) return word(' de');
    return [...sentence, ...sentenceInContext][position - firstOutputPosition] ?? end;
  });
}

const linear = (name: string, { from = state, to = state, bias = true } = {}): Tensor[] => [
  { name: `${name}.weight`, shape: [from, to] },
  ...(bias ? [{ name: `${name}.bias`, shape: [to] }] : []),
];
const norm = (name: string): Tensor[] => [
  { name: `${name}.weight`, shape: [state], values: filledWith(1) },
  { name: `${name}.bias`, shape: [state] },
];
const attention = (name: string): Tensor[] => [
  ...norm(`${name}_ln`),
  ...linear(`${name}.query`),
  ...linear(`${name}.key`, { bias: false }),
  ...linear(`${name}.value`),
  ...linear(`${name}.out`),
];
const feedForward = (block: string): Tensor[] => [
  ...norm(`${block}.mlp_ln`),
  ...linear(`${block}.mlp.0`, { to: 4 * state }),
  ...linear(`${block}.mlp.2`, { from: 4 * state }),
];
const convolution = (name: string, channels: number): Tensor[] => [
  { name: `${name}.weight`, shape: [3, channels, state] },
  { name: `${name}.bias`, shape: [1, state] },
];

/** The weight of a position exceeds that of its word, so that the position's token exceeds all others. */
const positionStrength = 60;
const tokenStrength = 6;
/** Leaves a tenth of the probability to the time. */
const timeStrength = 52.7;

/** With `loops` the model never ends and repeats one word slowly. */
export function tinyWhisper({ loops = false } = {}): Buffer {
  const next = outputs(loops);
  const times = next.map((output) => (typeof output === 'number' ? undefined : timestamp(output.fromMs)));
  const directions = [...new Set([...next.map(tokenOf), ...times.filter((time) => time !== undefined)])];
  if (directions.length > state) throw new Error('more different tokens than the model has directions');
  return ggmlFile({
    numbers: [vocabulary, audioPositions, state, 1, 1, textPositions, state, 1, 1, mels, 0],
    filters: { mels, bins: 201 },
    words: whisperWords,
    tensors: [
      { name: 'encoder.positional_embedding', shape: [state, audioPositions] },
      ...convolution('encoder.conv1', mels),
      ...convolution('encoder.conv2', state),
      ...norm('encoder.ln_post'),
      ...attention('encoder.blocks.0.attn'),
      ...feedForward('encoder.blocks.0'),
      {
        name: 'decoder.positional_embedding',
        shape: [state, textPositions],
        values: (data) => {
          for (const [position, output] of next.entries()) {
            data[position * state + directions.indexOf(tokenOf(output))] = positionStrength;
            const time = times[position];
            if (time !== undefined) data[position * state + directions.indexOf(time)] = timeStrength;
          }
        },
      },
      {
        name: 'decoder.token_embedding.weight',
        shape: [state, vocabulary],
        values: (data) => {
          for (const [direction, token] of directions.entries())
            data[token * state + direction] = tokenStrength;
        },
      },
      ...norm('decoder.ln'),
      ...attention('decoder.blocks.0.attn'),
      ...attention('decoder.blocks.0.cross_attn'),
      ...feedForward('decoder.blocks.0'),
    ],
  });
}
