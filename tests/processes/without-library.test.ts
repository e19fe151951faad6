import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { modelPaths } from '#server/adapters/speech/local/model-files.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { modelServer, serving } from '#tests/speech/local-model.ts';
import { fallbackModel, formerModel, putFormerModel } from '#tests/speech/stand-in-model.ts';
import { parakeetWord } from '#tests/speech/tiny-parakeet.ts';
import { spoken, tinyWhisper } from '#tests/speech/tiny-whisper.ts';
import { standInModels } from '#tests/speech/tones.ts';
import type { OnceTranscribed } from '#tests/speech/transcribe-once.ts';
import { productWithoutLibrary } from './product-without-library.ts';
import { startProcess, waitUntilReady } from './start-process.ts';

/** Starts a worker of the product in `cwd`. */
async function startWorker(cwd: string, environment: NodeJS.ProcessEnv) {
  const folder = await temporaryFolder();
  const database = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const worker = startProcess(
    {
      NODE_ENV: 'test',
      ROLES: 'worker',
      METRICS_PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      DISK_RESERVE_BYTES: '0',
      ...environment,
    },
    'src/server/main.ts',
    { cwd },
  );
  await waitUntilReady(url, worker);
  return {
    dataDir: folder.path,
    output: worker.output,
    health: async () => ReadySchema.parse(await (await fetch(`${url}/health/ready`)).json()),
    [Symbol.asyncDispose]: async () => {
      await worker[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const machine = `${process.platform}-${process.arch}`;
const cannotLoad = 'the library of the speech model (sherpa-onnx) cannot load:';

const damages = [
  ['newer_glibc', 'it needs GLIBC_9.', 'not found (required by'],
  ['no_build', `it has no build for ${machine} here`, 'sherpa-onnx.node is missing'],
  ['no_library', `its build for ${machine} does not load here`, 'sherpa-onnx.node'],
] as const;

const onLinux = test.runIf(process.platform === 'linux');
const onLinuxLong = test.runIf(isLong && process.platform === 'linux');

onLinuxLong.each(damages)(
  'a model in a folder says what a machine lacks for its library: %s',
  async (damage, lack, detail) => {
    await using product = await productWithoutLibrary(damage);
    await using worker = await startWorker(product.cwd, { SPEECH_MODEL: `local:${standInModels}` });
    const { status, parts } = await worker.health();
    expect(status).toBe('degraded');
    expect(parts.speech?.reason).toContain(`${cannotLoad} ${lack}`);
    expect(parts.speech?.reason).not.toContain(product.cwd);
    expect(worker.output()).toContain('the speech model is unusable');
    expect(worker.output()).toContain(detail);
  },
  60_000,
);

const run = promisify(execFile);

/** Transcribes in the product in `cwd` with the default engine, and small models in place of the real ones. */
async function transcribeOnce(
  cwd: string,
  ...given: [dataDir: string, modelsUrl: string, ...removed: string[]]
) {
  const { stdout, stderr } = await run(
    process.execPath,
    [join('tests', 'speech', 'transcribe-once.ts'), ...given],
    { cwd },
  );
  return { ...(JSON.parse(stdout) as OnceTranscribed), logged: stderr };
}

onLinux(
  'a machine that cannot load the default library takes Whisper, under its own name and credit',
  async () => {
    await using product = await productWithoutLibrary('newer_glibc');
    await using folder = await temporaryFolder();
    await using server = await modelServer(serving(tinyWhisper()));
    const { name, label, notice, text, logged } = await transcribeOnce(product.cwd, folder.path, server.url);
    expect({ name, label }).toEqual({ name: 'local:whisper-small', label: fallbackModel.credit });
    expect(text).toBe(spoken.text);
    expect(notice).toContain(`${cannotLoad} it needs GLIBC_9.`);
    expect(notice).toContain(`${fallbackModel.label} transcribes instead`);
    expect(logged.match(/transcribes instead/g)).toHaveLength(1);
    expect(logged).toContain('not found (required by');
    expect(server.requests).toHaveLength(1);
  },
  60_000,
);

onLinuxLong(
  'a machine that cannot load the default library keeps the former model that it has',
  async () => {
    await using product = await productWithoutLibrary('no_build');
    await using folder = await temporaryFolder();
    await putFormerModel(folder.path);
    const { name, text, notice } = await transcribeOnce(product.cwd, folder.path, 'http://127.0.0.1:9');
    expect(name).toBe('local:parakeet');
    expect(text).toContain(parakeetWord);
    expect(notice).toContain(`${formerModel.label} transcribes instead`);
  },
  60_000,
);

onLinuxLong(
  'such a machine takes Whisper once another worker removed the former model, and does not fetch that again',
  async () => {
    await using product = await productWithoutLibrary('no_build');
    await using folder = await temporaryFolder();
    await putFormerModel(folder.path);
    await using server = await modelServer(serving(tinyWhisper()));
    const [former] = modelPaths(folder.path, formerModel).files;
    const { text, notice } = await transcribeOnce(product.cwd, folder.path, server.url, former?.path ?? '');
    expect(text).toBe(spoken.text);
    expect(notice).toContain(`${fallbackModel.label} transcribes instead`);
    expect(server.requests.map(({ path }) => path)).toEqual(['/tests/tiny/resolve/main/tiny.bin']);
  },
  60_000,
);

onLinuxLong(
  'the health page of a worker says that Whisper transcribes, and how much of it is there',
  async () => {
    await using product = await productWithoutLibrary('no_library');
    await using server = await modelServer(() => {});
    const environment = { SPEECH_MODEL: 'local:parakeet', MODELS_URL: server.url };
    await using worker = await startWorker(product.cwd, environment);
    const { status, parts } = await worker.health();
    expect(status).toBe('degraded');
    expect(parts.speech?.reason).toBe(
      `${cannotLoad} its build for ${machine} does not load here: Whisper small transcribes instead; fetching the speech model: 0 of 190 MB are there, and recordings wait for it`,
    );
    expect(worker.output().match(/transcribes instead/g)).toHaveLength(1);
  },
  60_000,
);
