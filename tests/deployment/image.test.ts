import { execFile, spawnSync } from 'node:child_process';
import { access, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { startProcess, waitUntilReady } from '../processes/start-process.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { copiedFrom, readDockerfile } from './dockerfile.ts';

const instructions = await readDockerfile();
const ofProduct = (name: string) =>
  instructions.filter((each) => each.stage === 'product' && each.name === name).map(({ value }) => value);

test('everything that the image is made of is there, and no ignore rule keeps it out', async () => {
  const allowed = (await readFile('.dockerignore', 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('!'));
  const copied = instructions
    .map(({ stage }) => stage)
    .filter((stage, at, all) => all.indexOf(stage) === at)
    .flatMap((stage) => copiedFrom(instructions, stage));
  expect(copied.length).toBeGreaterThan(10);
  for (const path of copied) {
    await expect(access(path), path).resolves.toBeUndefined();
    expect(allowed, path).toContain(`!${path.split('/')[0]}`);
  }
  for (const secret of ['.env', 'data', 'node_modules']) expect(allowed).not.toContain(`!${secret}`);
});

test('the image runs as nobody special, keeps what it writes in one place, and says how it is', () => {
  expect(ofProduct('USER')).toEqual(['node']);
  expect(ofProduct('VOLUME')).toEqual(['["/data"]']);
  expect(ofProduct('ENV').join()).toContain('DATA_DIR=/data');
  expect(ofProduct('HEALTHCHECK').join()).toContain('/health/ready');
  // In the form that leaves no shell between a signal and the process.
  expect(JSON.parse(ofProduct('CMD')[0] ?? '')).toContain('src/server/main.ts');
});

test('the server imports no package that the image leaves out', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const folders = ['src/server', 'src/contract'];
  const files = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
  const missing = new Set<string>();
  for (const [at, folder] of folders.entries())
    for (const name of files[at] ?? []) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const text = await readFile(join(folder, name), 'utf8');
      for (const [, type, from = ''] of text.matchAll(/^import (type )?[^;]*?from '([^.#][^']*)'/gm)) {
        const parts = from.split('/');
        const found = from.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
        if (type === undefined && !found.startsWith('node:') && !(found in dependencies)) missing.add(found);
      }
    }
  expect([...missing]).toEqual([]);
});

test('what the image holds is enough to start, and it writes nothing among its own files', async () => {
  await using database = await createTestDatabase();
  await using image = await temporaryFolder();
  await using data = await temporaryFolder();
  for (const path of copiedFrom(instructions, 'product')) {
    await mkdir(dirname(join(image.path, path)), { recursive: true });
    await cp(path, join(image.path, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(image.path, 'node_modules'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Not the packages: they lie elsewhere, and other tests keep what they have compiled among them.
  const written = async () =>
    (await readdir(image.path, { recursive: true }))
      .filter((path) => !path.startsWith('node_modules'))
      .sort();
  const before = await written();
  await using product = startProcess(
    {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: data.path,
      DATABASE_URL: database.url,
      SESSION_SECRET: 's'.repeat(40),
      SMTP_URL: 'smtp://127.0.0.1:9',
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_API_KEY: 'k',
    },
    'src/server/main.ts',
    { cwd: image.path },
  );
  await waitUntilReady(url, product);
  const [, ...check] = JSON.parse(ofProduct('HEALTHCHECK')[0]?.replace(/^.*CMD /, '') ?? '') as string[];
  const asked = (atPort: number) =>
    spawnSync(process.execPath, check, { env: { PORT: String(atPort) }, timeout: 10_000 }).status;
  expect(asked(await freePort())).toBe(1);
  expect(
    await new Promise((done) => execFile(process.execPath, check, { env: { PORT: String(port) } }, done)),
  ).toBeNull();
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await written()).toEqual(before);
}, 60_000);
