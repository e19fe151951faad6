import { totalmem } from 'node:os';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { putModel } from '#tests/speech/local-model.ts';
import { fallbackModel } from '#tests/speech/stand-in-model.ts';
import { tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { createLocalEngine } from './local-engine.ts';
import { markVerified, modelPaths } from './model-files.ts';
import { withSecondEngine } from './second-engine.ts';

test('a Whisper that does not fit beside the first engine is no second engine', async () => {
  await using folder = await temporaryFolder();
  const dataDir = folder.path;
  await putModel(dataDir, fallbackModel, tinyWhisper());
  for (const file of modelPaths(dataDir, fallbackModel).files) await markVerified(file);
  const log = pino({ level: 'silent' });
  const secondBeside = async (firstBytes: number) => {
    const first = createLocalEngine({ dataDir, model: fallbackModel, log });
    const engine = withSecondEngine(first, {
      dataDir,
      log,
      variant: 'default',
      models: [fallbackModel],
      firstBytes,
    });
    const name = engine.secondEngine?.()?.name;
    await engine.close();
    return name;
  };
  expect(await secondBeside(0)).toBe('local:whisper-small');
  expect(await secondBeside(totalmem() - 500_000_000)).toBeUndefined();
});
