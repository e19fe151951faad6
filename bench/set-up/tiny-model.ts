import { modelOf } from '#tests/speech/local-model.ts';
import { tinyWhisper } from '#tests/speech/tiny-whisper.ts';

export const tinyModelContent = tinyWhisper();

/** With the limits of the real Whisper models. */
export const tinyModel = modelOf(tinyModelContent, {
  file: 'tiny-for-bench.bin',
  limits: { targetMs: 85_000, maxMs: 180_000, parallel: 1 },
});
