import { execFile } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

type Change = { folder: string; from: string; to: string };

async function changeFiles(folder: string, { from, to }: Pick<Change, 'from' | 'to'>) {
  let changes = 0;
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    if (!text.includes(from)) continue;
    await writeFile(join(folder, name), text.replaceAll(from, to));
    changes += 1;
  }
  expect(changes).toBeGreaterThan(0);
}

/** Runs the last step of the build on the server half of build/web, which script/test builds first. */
async function finishBuild(change?: Change) {
  await using build = await temporaryFolder();
  await cp('build/web/server', join(build.path, 'server'), { recursive: true });
  await cp('public', join(build.path, 'client'), { recursive: true });
  if (change !== undefined) await changeFiles(join(build.path, change.folder), change);
  const { stdout } = await promisify(execFile)(process.execPath, ['script/release/build-web.ts'], {
    env: { ...process.env, WEB_BUILD_DIR: build.path },
  });
  return stdout;
}

test('a build whose pages all render succeeds', async () => {
  expect(await finishBuild()).toContain('text files compressed');
});

test.each([
  {
    fault: 'React Router writes its module script in another way',
    folder: 'server/assets',
    from: '__html: routeModulesScript },',
    to: '__html: routeModulesScript }, id: "start",',
    message: '0 module scripts, not one',
  },
  {
    fault: 'a page has an inline event handler',
    folder: 'server/assets',
    from: '<p id="navegador-antigo"',
    to: '<p id="navegador-antigo" onclick="go()"',
    message: 'an inline event handler',
  },
  {
    fault: 'the offline page has a <style> element',
    folder: 'client/offline',
    from: '</title>',
    to: '</title><style>p{}</style>',
    message: 'a <style> element',
  },
])('the build fails if $fault', async ({ message, ...change }) => {
  await expect(finishBuild(change)).rejects.toThrow(message);
});
