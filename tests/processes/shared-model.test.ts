import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { modelServer } from '#tests/speech/local-model.ts';
import { servingModel, standInFiles } from '#tests/speech/stand-in-model.ts';

const run = promisify(execFile);

test('two processes with one data folder fetch the default model once', async () => {
  await using folder = await temporaryFolder();
  await using server = await modelServer(servingModel());
  const transcribe = () =>
    run(process.execPath, ['tests/speech/transcribe-once.ts', folder.path, server.url]);
  const answers = await Promise.all([transcribe(), transcribe()]);
  for (const { stdout } of answers) expect(JSON.parse(stdout)).toMatchObject({ name: 'local:parakeet' });
  expect(server.requests.map(({ path }) => path.split('/').at(-1))).toEqual([...standInFiles.keys()]);
}, 60_000);
