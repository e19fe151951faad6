import { execFile, spawnSync } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { longTest } from '../long-tests.ts';
import { startProcess, waitUntilReady } from '../processes/start-process.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { copiedFrom, readDockerfile } from './dockerfile.ts';
import { imagePlace, noOtherUserBecause } from './image-place.ts';
import { importedPackages, productionPackages, sizeOf } from './packages.ts';

const instructions = await readDockerfile();
const ofProduct = (name: string) =>
  instructions.filter((each) => each.stage === 'product' && each.name === name).map(({ value }) => value);

test('all files that the Dockerfile copies exist, and .dockerignore does not exclude them', async () => {
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

test('the image runs as an unprivileged user, writes to one folder, and has a health check', () => {
  expect(ofProduct('USER')).toEqual(['node']);
  expect(ofProduct('VOLUME')).toEqual(['["/data"]']);
  expect(ofProduct('ENV').join()).toContain('DATA_DIR=/data');
  expect(ofProduct('HEALTHCHECK').join()).toContain('/health/ready');
  // The exec form, so that no shell stands between a signal and the process.
  expect(JSON.parse(ofProduct('CMD')[0] ?? '')).toContain('src/server/main.ts');
});

test('the build writes the list of components into the image', () => {
  const built = instructions.filter(({ stage, name }) => stage === 'pages' && name === 'RUN');
  expect(built.at(-1)?.value).toMatch(
    /ensure_web_build always' +&& npm sbom --sbom-format cyclonedx > build\/sbom\.cdx\.json$/,
  );
  expect(ofProduct('COPY')).toContain('--from=pages /app/build build');
});

test('the server imports no package that the image leaves out, at the start or later', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const imported = await importedPackages();
  // Some of those that are loaded only when used.
  for (const name of ['stripe', '@ai-sdk/anthropic', '@aws-sdk/client-s3', 'pdfkit'])
    expect(imported).toContain(name);
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});

test('the image stays below its size limit, and operations.md states its size', async () => {
  const kept = productionPackages();
  const files = [...copiedFrom(instructions, 'product'), ...kept];
  const sizes = await Promise.all(files.map(sizeOf));
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000_000;
  expect(megabytes).toBeLessThan(330);
  const told = /some (\d+) MB of packages and sources/.exec(
    await readFile('docs/operations.md', 'utf8'),
  )?.[1];
  expect(Math.abs(Number(told) - megabytes)).toBeLessThan(0.1 * megabytes);
});

const otherUser = await noOtherUserBecause();
const asWhom =
  otherUser === undefined ? 'as an unprivileged user and read-only' : `as this user: ${otherUser}`;

longTest(
  `the image’s files and packages are enough to start the product (${asWhom}), which writes nothing there`,
  async () => {
    await using database = await createTestDatabase();
    await using image = await imagePlace(instructions, { isForOthers: otherUser === undefined });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await using product = startProcess(
      {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: image.dataDir,
        DATABASE_URL: database.url,
        SESSION_SECRET: 's'.repeat(40),
        SMTP_URL: 'smtp://127.0.0.1:9',
        SPEECH_MODEL: 'openai:whisper-1',
        OPENAI_API_KEY: 'k',
      },
      'src/server/main.ts',
      { cwd: image.path, through: image.through },
    );
    await waitUntilReady(url, product);
    const [, ...check] = JSON.parse(ofProduct('HEALTHCHECK')[0]?.replace(/^.*CMD /, '') ?? '') as string[];
    const asked = (atPort: number) =>
      spawnSync(process.execPath, check, { env: { PORT: String(atPort) }, timeout: 10_000 }).status;
    expect(asked(await freePort())).toBe(1);
    expect(
      await new Promise((done) => execFile(process.execPath, check, { env: { PORT: String(port) } }, done)),
    ).toBeNull();
    if (otherUser === undefined) {
      const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\s+65534\s+65534/m);
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      await expect(writeFile(join(image.path, 'x'), '')).rejects.toMatchObject({ code: 'EROFS' });
    }
    product.child.kill('SIGTERM');
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(await image.written()).toEqual([]);
    // Packages that are loaded later, for a vendor or a document, must also be complete.
    const names = JSON.stringify(await importedPackages());
    const load = `for (const name of ${names}) await import(name);`;
    const [program = '', ...args] = [...image.through, process.execPath, '--input-type=module', '-e', load];
    const { status, stderr } = spawnSync(program, args, { cwd: image.path, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  },
  150_000,
);
