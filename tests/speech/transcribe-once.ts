import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { openSpeech } from '#server/adapters/speech/open-speech.ts';
import { readConfig } from '#server/config/config.ts';
import { defaultModel, fallbackModel } from './stand-in-model.ts';
import { hum } from './synthetic-sound.ts';

// Opens the default engine as a worker does, transcribes a hum, and prints what a test wants to know.
// A third argument names a file that another process removes after the engine was opened.
const [dataDir = '', modelsUrl = '', removed] = process.argv.slice(2);
const engine = await openSpeech({
  config: readConfig({
    NODE_ENV: 'test',
    ROLES: 'worker',
    DATA_DIR: dataDir,
    MODELS_URL: modelsUrl,
    SPEECH_MODEL: 'local:parakeet',
  }),
  log: pino(process.stderr),
  models: [defaultModel(), fallbackModel],
});
if (removed !== undefined) await rm(removed);
await engine.prepare();
const { segments } = await engine.transcribe({
  pcm: hum(4_000),
  startMs: 0,
  language: 'pt',
  attempt: 'normal',
});
await engine.close();

export type OnceTranscribed = Readonly<{ name: string; label: string; notice?: string; text: string }>;

const { name, label, notice } = engine;
const text = segments.map((segment) => segment.text).join(' ');
const answer: OnceTranscribed = { name, label, text, ...(notice === undefined ? {} : { notice }) };
process.stdout.write(JSON.stringify(answer));
