import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelServer, serving } from '#tests/speech/local-model.ts';
import { fallbackModel, formerModel, putFormerModel } from '#tests/speech/stand-in-model.ts';
import { hum } from '#tests/speech/synthetic-sound.ts';
import { parakeetWord } from '#tests/speech/tiny-parakeet.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { modelPaths } from './model-files.ts';
import { openChosen } from './open-local.ts';

test('a chosen former model is never fetched, and the fallback takes over when its file is gone', async () => {
  await using folder = await temporaryFolder();
  await putFormerModel(folder.path);
  await using server = await modelServer(serving(tinyWhisper()));
  const engine = openChosen(
    {
      model: formerModel,
      notice: 'the former model transcribes',
      fallback: { model: fallbackModel, notice: 'the fallback transcribes' },
    },
    {
      dataDir: folder.path,
      log: pino({ level: 'silent' }),
      modelsUrl: server.url,
      variant: 'default',
      models: [],
      isWorker: true,
    },
  );
  await using _closing = { [Symbol.asyncDispose]: () => engine.close() };
  const heard = async () => {
    await engine.prepare();
    const pcm = hum(4_000);
    const { segments } = await engine.transcribe({ pcm, startMs: 0, language: 'pt', attempt: 'normal' });
    return segments.map(({ text }) => text).join(' ');
  };
  expect(await heard()).toContain(parakeetWord);
  expect(engine).toMatchObject({ label: formerModel.credit, notice: 'the former model transcribes' });
  expect(server.requests).toEqual([]);

  for (const { path } of modelPaths(folder.path, formerModel).files) await rm(path);
  expect(await heard()).toBe(spoken.text);
  expect(engine).toMatchObject({ label: fallbackModel.credit, notice: 'the fallback transcribes' });
  expect(server.requests.map(({ path }) => path)).toEqual(['/tests/tiny/resolve/main/tiny.bin']);
});
