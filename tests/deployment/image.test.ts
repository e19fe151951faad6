import { execFile, spawnSync } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partTimeoutMs } from '#server/features/health/check-readiness.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { startProcess, waitUntilReady } from '#tests/processes/start-process.ts';
import { createEmptyDatabase } from '#tests/setup/test-database.ts';
import { copiedFrom, readDockerfile } from './dockerfile.ts';
import { createImageFolder, noOtherUserBecause } from './image-folder.ts';
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
  // CMD must have the exec form, so that signals reach the process and not a shell.
  expect(JSON.parse(ofProduct('CMD')[0] ?? '')).toContain('src/server/main.ts');
});

test('the health check of the image waits longer than the server’s own check', () => {
  const [, seconds] = /--timeout=(\d+)s /.exec(ofProduct('HEALTHCHECK').join()) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(partTimeoutMs);
});

test('the build writes the software bill of materials into the image', () => {
  const built = instructions.filter(({ stage, name }) => stage === 'pages' && name === 'RUN');
  expect(built.at(-1)?.value).toMatch(
    /ensure_web_build always' +&& npm sbom --sbom-format cyclonedx > build\/sbom\.cdx\.json$/,
  );
  expect(ofProduct('COPY')).toContain('--from=pages /app/build build');
});

test('the server imports no package that the image lacks, at the start or later', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const imported = await importedPackages();
  // The server loads these packages only when it uses them.
  for (const name of ['stripe', '@ai-sdk/anthropic', '@aws-sdk/client-s3', 'pdfkit'])
    expect(imported).toContain(name);
  expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
});

test('the image stays below its size limit, and operations.md states its size', async () => {
  const files = [...copiedFrom(instructions, 'product'), ...productionPackages()];
  const sizes = await Promise.all(files.map(sizeOf));
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000_000;
  expect(megabytes).toBeLessThan(340);
  const stated = /some (\d+) MB of packages and sources/.exec(
    await readFile('docs/operations.md', 'utf8'),
  )?.[1];
  expect(Math.abs(Number(stated) - megabytes)).toBeLessThan(0.1 * megabytes);
});

const reasonForThisUser = await noOtherUserBecause();
const userText =
  reasonForThisUser === undefined
    ? 'as an unprivileged user and read-only'
    : `as this user: ${reasonForThisUser}`;

longTest(
  `the product starts with only the image’s files and packages (${userText}), and writes nothing there`,
  async () => {
    await using database = await createEmptyDatabase();
    await using image = await createImageFolder(instructions, {
      isForOthers: reasonForThisUser === undefined,
    });
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await using product = startProcess(
      {
        NODE_ENV: 'production',
        EMBEDDED: 'true',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: image.dataDir,
        DATABASE_URL: database.url,
        SESSION_SECRET: 's'.repeat(40),
        SMTP_URL: 'smtp://127.0.0.1:9',
        SPEECH_MODEL: 'openai:whisper-1',
        OPENAI_API_KEY: 'k',
        SPEAKER_MODELS: 'off',
      },
      'src/server/main.ts',
      { cwd: image.path, through: image.through },
    );
    await waitUntilReady(url, product);
    const [, ...check] = JSON.parse(ofProduct('HEALTHCHECK')[0]?.replace(/^.*CMD /, '') ?? '') as string[];
    const healthStatus = (atPort: number) =>
      spawnSync(process.execPath, check, { env: { PORT: String(atPort) }, timeout: 10_000 }).status;
    expect(healthStatus(await freePort())).toBe(1);
    expect(
      await new Promise((done) => execFile(process.execPath, check, { env: { PORT: String(port) } }, done)),
    ).toBeNull();
    if (reasonForThisUser === undefined) {
      const status = await readFile(`/proc/${product.child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\s+65534\s+65534/m);
      expect(status).toMatch(/^CapEff:\s+0+$/m);
      await expect(writeFile(join(image.path, 'x'), '')).rejects.toMatchObject({ code: 'EROFS' });
    }
    product.child.kill('SIGTERM');
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(await image.written()).toEqual([]);
    // The packages that the server loads later, for a vendor or a document, must be complete too.
    const names = JSON.stringify(await importedPackages());
    const load = `for (const name of ${names}) await import(name);`;
    const ask = `const { openDictionary } = await import('./src/server/adapters/dictionary/dictionary.ts');
      const { findUnknown, close } = openDictionary({ log: console });
      console.log((await findUnknown(['casa', 'físsica'])).join());
      await close();`;
    const [program = '', ...args] = [...image.through, process.execPath, '-e'];
    const run = (code: string) => spawnSync(program, [...args, code], { cwd: image.path, encoding: 'utf8' });
    expect(run(load)).toMatchObject({ status: 0, stderr: '' });
    expect(run(ask)).toMatchObject({ status: 0, stderr: '', stdout: 'físsica\n' });
  },
  150_000,
);
