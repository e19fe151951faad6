import { pino } from 'pino';
import { createLocalEngine } from '#server/adapters/speech/local/local-engine.ts';
import type { LocalModel } from '#server/adapters/speech/local/models.ts';
import { hum } from './synthetic-sound.ts';

// Starts a slow chunk and prints the pid of the process that works on it. The test then kills this process.
const [dataDir = '', model = ''] = process.argv.slice(2);
const engine = createLocalEngine({
  dataDir,
  model: JSON.parse(model) as LocalModel,
  log: pino({ level: 'silent' }),
});
await engine.prepare();
void engine.transcribe({ pcm: hum(300_000), startMs: 0, language: 'pt', attempt: 'normal' });
const polling = setInterval(() => {
  const pid = engine.pid();
  if (pid === undefined) return;
  clearInterval(polling);
  process.stdout.write(`${pid}\n`);
}, 20);
