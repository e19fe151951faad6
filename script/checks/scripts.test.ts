import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyOfScripts } from './copy-of-scripts.ts';

const run = promisify(execFile);

type Shell = { env?: NodeJS.ProcessEnv };

/** Runs lines of bash with the functions of environment.sh and returns the output. */
async function bash(root: string, lines: string, { env = {} }: Shell = {}) {
  const { stdout } = await run('bash', ['-c', `. script/setup/environment.sh; ${lines}`], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  return stdout.trim();
}

test('a second script/bootstrap installs nothing and lists what it skipped', async () => {
  await run('script/bootstrap');
  const startedMs = performance.now();
  const { stdout } = await run('script/bootstrap');
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual(['node', 'packages', 'ffmpeg']);
  expect(lines.every((line) => line.endsWith('skipped'))).toBe(true);
}, 120_000);

test.each(['bootstrap', 'dev', 'server', 'worker', 'build', 'models', 'test', 'bench', 'audit', 'screens'])(
  'script/%s --help prints the help and does nothing',
  async (name) => {
    const { stdout } = await run(`script/${name}`, ['--help']);
    expect(stdout).toContain(`script/${name}`);
    expect(stdout).not.toContain('#');
    expect(stdout).not.toMatch(/^node: /m);
  },
);

test('script/bootstrap refuses an unknown option and lists the known ones', async () => {
  await expect(run('script/bootstrap', ['--test'])).rejects.toMatchObject({
    code: 1,
    stderr: "script/bootstrap knows only --tests, --browsers and --help, not '--test'.\n",
  });
});

test('take_lock removes the lock of a process that died, and prints so', async () => {
  const root = await copyOfScripts();
  const endedPid = await bash(root, 'sh -c "echo \\$\\$"');
  await mkdir(join(root, '.tools/packages.lock'), { recursive: true });
  await writeFile(join(root, '.tools/packages.lock/pid'), endedPid);
  expect(await bash(root, 'take_lock packages; cat .tools/packages.lock/pid; echo $$')).toMatch(
    /^removed a stale lock of an interrupted run \(process \d+\)\n(\d+)\n\1$/,
  );
  expect(await bash(root, 'ls .tools')).toBe('');
});

test('take_lock admits one process at a time', async () => {
  const root = await copyOfScripts();
  const work = 'take_lock work >/dev/null; echo begin >>log; sleep 0.1; echo end >>log; free_lock';
  await Promise.all([bash(root, work), bash(root, work), bash(root, work)]);
  expect(await bash(root, 'cat log')).toBe('begin\nend\nbegin\nend\nbegin\nend');
}, 20_000);

test('hash_of_files changes with the content, the names and the number of files', async () => {
  const root = await copyOfScripts();
  const hash = () => bash(root, 'hash_of_files pages missing');
  const hashes = [await hash()];
  await mkdir(join(root, 'pages'));
  for (const [name, text] of [
    ['a b.tsx', 'one'],
    ['a b.tsx', 'two'],
    ['c.tsx', ''],
  ] as const) {
    await writeFile(join(root, 'pages', name), text);
    hashes.push(await hash());
  }
  expect(new Set(hashes).size).toBe(4);
  expect(await hash()).toBe(hashes.at(-1));
});

test('the hash of the pages changes with a patch of a package', async () => {
  const root = await copyOfScripts();
  const hash = () => bash(root, '. script/release/web-build.sh; web_sources_hash');
  const before = await hash();
  await mkdir(join(root, 'patches'));
  await writeFile(join(root, 'patches/react-router+8.4.0.patch'), 'one');
  const patched = await hash();
  await writeFile(join(root, 'patches/react-router+8.4.0.patch'), 'two');
  expect(new Set([before, patched, await hash()]).size).toBe(3);
});

test('setting reads the environment first, then .env', async () => {
  const root = await copyOfScripts();
  expect(await bash(root, 'setting NODE_ENV')).toBe('');
  await writeFile(join(root, '.env'), '# NODE_ENV=test\nNODE_ENV="production"\nPORT=3000\n');
  expect(await bash(root, 'setting NODE_ENV')).toBe('production');
  expect(await bash(root, 'setting NODE_ENV', { env: { NODE_ENV: 'development' } })).toBe('development');
});

test.each([
  [{}, 'sandbox/with-product.ts'],
  [{ NODE_ENV: 'production' }, 'src/server/main.ts'],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX: 'false' }, 'src/server/main.ts'],
  [{ NODE_ENV: 'production', ALLOW_SANDBOX: 'true' }, 'sandbox/with-product.ts'],
])('script/server with %j starts %s', async (env, entry) => {
  const root = await copyOfScripts();
  expect(await bash(root, 'server_entry', { env })).toBe(entry);
});

test('use_node skips a Node that is too old', async () => {
  const root = await copyOfScripts();
  const programs = join(root, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 });
  const env = { PATH: `${programs}:/usr/bin:/bin` };
  expect(await bash(root, 'use_node && echo taken || echo none', { env })).toBe('none');

  const own = await bash(root, 'own_node_folder', { env });
  await mkdir(join(own, 'bin'), { recursive: true });
  await writeFile(join(own, 'bin/node'), '#!/bin/sh\necho v24.9.0\n', { mode: 0o755 });
  expect(await bash(root, 'use_node && command -v node', { env })).toBe(join(own, 'bin/node'));
});

test('ensure_ffmpeg prints the install command if it may not install ffmpeg', async () => {
  const root = await copyOfScripts();
  const lines =
    '. script/setup/machine.sh; can_use_apt() { false; }; command() { [ "$2" = apt-get ]; }; ensure_ffmpeg';
  await expect(bash(root, lines)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^ffmpeg: is missing, and \S+ may not install it: run 'apt-get install ffmpeg' as root, then run this again\.\n$/,
    ),
  });
});

test('ensure_other_browsers prints the install command if it may not install Firefox and WebKit', async () => {
  const root = await copyOfScripts();
  const lines =
    '. script/setup/machine.sh; missing_browsers() { say "Firefox WebKit"; }; can_use_apt() { false; }; command() { [ "$2" = apt-get ]; }; ensure_other_browsers';
  await expect(bash(root, lines)).rejects.toMatchObject({
    code: 1,
    stderr:
      "browsers: missing Firefox WebKit, and it could not be installed: run 'apt-get install firefox-esr webkit2gtk-driver gstreamer1.0-libav xvfb xauth' as root, then run this again.\n",
  });
});
