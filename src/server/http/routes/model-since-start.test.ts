import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { InstallationSchema } from '#contract/installation.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { defaultModel, putFormerModel } from '#tests/speech/stand-in-model.ts';

test('the health page and the pages of people know a model that was installed after the start', async () => {
  await using folder = await temporaryFolder();
  const product = await startTestProduct(
    { SPEECH_MODEL: '', MODELS_URL: 'file:///nowhere/models', DATA_DIR: folder.path },
    { speechModels: [defaultModel()] },
  );
  await using _closing = { [Symbol.asyncDispose]: () => product.close() };
  const read = async (path: string) => (await fetch(`${product.url}${path}`)).json();
  const reason = async () => ReadySchema.parse(await read('/health/ready')).parts.speech?.reason;
  const facts = async () => InstallationSchema.parse(await read('/api/installation'));
  expect(await reason()).toMatch(
    /^no speech model is installed \(the folder of MODELS_URL lacks files of Parakeet, or cannot be read\), and/,
  );
  expect((await facts()).speechModelMissing).toBe(true);

  await putFormerModel(folder.path);
  expect(await reason()).toMatch(/^a speech model is installed now, .*: start Escriba again$/);
  const after = await facts();
  expect([after.speechModelMissing, after.sandboxParts.includes('speech')]).toEqual([false, true]);
});
