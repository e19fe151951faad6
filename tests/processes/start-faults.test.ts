import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ReadySchema } from '#contract/health.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startProcess, temporaryInstance } from './start-process.ts';

/** Links all programs on the PATH except ffmpeg and ffprobe. */
async function programsWithoutFfmpeg(parent: string) {
  const folder = join(parent, 'programs');
  await mkdir(folder);
  for (const directory of (process.env.PATH ?? '').split(':')) {
    for (const name of await readdir(directory).catch(() => [])) {
      if (/^ff(mpeg|probe)$/.test(name)) continue;
      await symlink(join(directory, name), join(folder, name)).catch(() => {});
    }
  }
  return folder;
}

test('invalid settings stop the start, and the error names each one', async () => {
  await using instance = await temporaryInstance();
  await using product = startProcess({
    ...instance.environment,
    PORT: 'seventy',
    ROLES: 'cook',
    LOG_LEVEL: 'loud',
  });
  expect((await product.ended).code).toBe(1);
  for (const name of ['PORT', 'ROLES', 'LOG_LEVEL']) expect(product.output()).toContain(`- ${name}: `);
  expect(product.output()).not.toContain('    at ');
});

/** Starts the product as a server of the internet does, with these changes. */
const startInProduction = (
  { environment }: Awaited<ReturnType<typeof temporaryInstance>>,
  changes: NodeJS.ProcessEnv,
) =>
  startProcess(
    {
      ...environment,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://escriba.example',
      SESSION_SECRET: 's'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...changes,
    },
    'src/server/main.ts',
  );

test('test texts of the sandbox stop the start in production', async () => {
  await using instance = await temporaryInstance();
  await using product = startInProduction(instance, { EMBEDDED: 'true' });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('- SPEECH_MODEL: sandbox writes test texts, which production refuses');
  expect(product.output()).not.toContain('    at ');
});

test('a misspelt variable stops the start in production, instead of an empty site that takes sign-ups', async () => {
  await using instance = await temporaryInstance();
  await using product = startInProduction(instance, {
    DATABASE_URI: 'postgres://escriba@127.0.0.1:9/escriba',
    SPEECH_MODEL: 'openai:whisper-1',
    OPENAI_API_KEY: 'sk-test',
  });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('- DATABASE_URL: is required in production (or set EMBEDDED=true');
  expect(product.output()).toContain('- STORAGE_URL: is required in production (or set EMBEDDED=true');
  expect(await instance.postmaster()).toBeUndefined();
});

longTest(
  'the product names an occupied port and the setting to change',
  async () => {
    await using instance = await temporaryInstance();
    const squatter = createServer().listen(instance.port, '127.0.0.1');
    await once(squatter, 'listening');
    await using product = startProcess(instance.environment);
    expect((await product.ended).code).toBe(1);
    expect(product.output()).toContain(`Port ${instance.port} is taken`);
    squatter.close();
  },
  90_000,
);

longTest('the product explains an unusable data folder without a stack trace', async () => {
  await using instance = await temporaryInstance();
  const file = join(instance.dataDir, 'a-file');
  await writeFile(file, '');
  await using product = startProcess({ ...instance.environment, DATA_DIR: join(file, 'data') });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('data folder');
  expect(product.output()).not.toContain('    at ');
});

longTest('an invalid proxy list stops the start before the product touches the database', async () => {
  await using instance = await temporaryInstance();
  await using product = startProcess({ ...instance.environment, TRUSTED_PROXIES: 'nonsense' });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toContain('- TRUSTED_PROXIES: ');
  expect(product.output()).not.toContain('    at ');
  expect(await readdir(instance.dataDir)).toEqual([]);
});

test('the product runs without ffmpeg and with a misspelt variable, and names both for the operator', async () => {
  await using instance = await temporaryInstance();
  // A database of its own would cost another second of processor time.
  await using database = await createTestDatabase();
  const programs = await programsWithoutFfmpeg(instance.dataDir);
  await using product = startProcess({
    ...instance.environment,
    PATH: programs,
    DATABASE_URL: database.url,
    SPEECH_MODLE: 'x',
  });
  const answered = () => fetch(`${instance.url}/health/ready`).catch(() => undefined);
  await expect.poll(async () => (await answered())?.status, { timeout: 40_000 }).toBe(503);
  const { parts } = ReadySchema.parse(await (await answered())?.json());
  expect(parts).toMatchObject({
    database: { ready: true },
    jobs: { ready: true },
    ffmpeg: { ready: false },
  });
  expect(parts.ffmpeg?.reason).toContain('install ffmpeg');
  expect(product.output()).toContain('SPEECH_MODLE is no setting of Escriba');
  product.child.kill('SIGINT');
  expect((await product.ended).code).toBe(0);
}, 90_000);
