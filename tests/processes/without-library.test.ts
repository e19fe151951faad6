import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { freePort } from '../free-port.ts';
import { isLong } from '../long-tests.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { standInModels } from '../speech/tones.ts';
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

onLinux.each(isLong ? damages : damages.slice(0, 1))(
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
