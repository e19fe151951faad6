import { filledWith, floats, ggmlFile, int32s, type Tensor } from './ggml-file.ts';

/** A working Parakeet model with one empty layer: it outputs one word per 320 ms of sound. */

const state = 8;
const heads = 2;
const mels = 16;
const fft = 64;
const subsampling = 8;
const channels = 4;
const kernel = 3;
const hidden = 8;
const durations = [0, 1, 2, 3, 4];
const words = ['<unk>', '<s>', '</s>', '▁olá'];
const saidWord = 3;
const maxDuration = 4;

export const parakeetWord = 'olá';
/** The encoder combines eight frames of 10 ms into one frame of 80 ms. */
export const msAWord = 80 * maxDuration;

const ones = filledWith(1);
const weights = (name: string, ...shape: number[]): Tensor => ({ name, shape });
const norm = (name: string): Tensor[] => [
  { name: `${name}.weight`, shape: [state], values: ones },
  weights(`${name}.bias`, state),
];

function layer(at: string): Tensor[] {
  return [
    ...norm(`${at}.norm_feed_forward1`),
    weights(`${at}.feed_forward1.linear1.weight`, state, 4 * state),
    weights(`${at}.feed_forward1.linear2.weight`, 4 * state, state),
    ...norm(`${at}.norm_conv`),
    weights(`${at}.conv.pointwise_conv1.weight`, state, 2 * state),
    weights(`${at}.conv.depthwise_conv.weight`, kernel, state),
    ...norm(`${at}.conv.batch_norm`),
    weights(`${at}.conv.batch_norm.running_mean`, state),
    { name: `${at}.conv.batch_norm.running_var`, shape: [state], values: ones },
    weights(`${at}.conv.batch_norm.num_batches_tracked`, 1),
    weights(`${at}.conv.pointwise_conv2.weight`, state, state),
    ...norm(`${at}.norm_self_att`),
    weights(`${at}.self_attn.pos_bias_u`, state / heads, heads),
    weights(`${at}.self_attn.pos_bias_v`, state / heads, heads),
    ...['q', 'k', 'v', 'out', 'pos'].map((part) =>
      weights(`${at}.self_attn.linear_${part}.weight`, state, state),
    ),
    ...norm(`${at}.norm_feed_forward2`),
    weights(`${at}.feed_forward2.linear1.weight`, state, 4 * state),
    weights(`${at}.feed_forward2.linear2.weight`, 4 * state, state),
    ...norm(`${at}.norm_out`),
  ];
}

function convolutions(at: string): Tensor[] {
  const over = (number: number) => weights(`${at}.${number}.weight`, 3, 3, 1, channels);
  const across = (number: number) => weights(`${at}.${number}.weight`, 1, 1, channels, channels);
  return [
    ...[over(0), over(2), across(3), over(5), across(6)],
    ...[0, 2, 3, 5, 6].map((number) => weights(`${at}.${number}.bias`, 1, 1, channels, 1)),
  ];
}

export function tinyParakeet(): Buffer {
  const pieces = words.length + 1 + durations.length;
  return ggmlFile({
    numbers: [
      ...[words.length, 5_000, state, heads, 1, mels, 0],
      ...[fft, subsampling, channels, kernel, hidden, 1, durations.length, 10],
    ],
    filters: { mels, bins: fft / 2 + 1 },
    between: Buffer.concat([int32s(fft), floats(new Float32Array(fft).fill(1)), int32s(...durations)]),
    words,
    tensors: [
      weights('encoder.pre_encode.out.weight', (mels / subsampling) * channels, state),
      weights('encoder.pre_encode.out.bias', state),
      ...convolutions('encoder.pre_encode.conv'),
      ...layer('encoder.layers.0'),
      weights('decoder.prediction.embed.weight', hidden, words.length + 1),
      weights('decoder.prediction.dec_rnn.lstm.weight_ih_l0', hidden, 4 * hidden),
      weights('decoder.prediction.dec_rnn.lstm.weight_hh_l0', hidden, 4 * hidden),
      weights('decoder.prediction.dec_rnn.lstm.bias_h_l0', 4 * hidden),
      weights('joint.pred.weight', hidden, hidden),
      weights('joint.pred.bias', hidden),
      weights('joint.enc.weight', state, hidden),
      weights('joint.enc.bias', hidden),
      weights('joint.joint_net.2.weight', hidden, pieces),
      {
        name: 'joint.joint_net.2.bias',
        shape: [pieces],
        values: (data) => {
          data[saidWord] = 10;
          data[words.length + 1 + maxDuration] = 10;
        },
      },
    ],
  });
}
