import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const fault = "export const count: number = 'many';\n";

test('npm run typecheck reports the faults of the server and of the pages in one run', async () => {
  await using folder = await temporaryFolder();
  await symlink(resolve('node_modules'), join(folder.path, 'node_modules'));
  for (const file of ['tsconfig.json', 'src/web/tsconfig.json'])
    await cp(file, join(folder.path, file), { recursive: true });
  for (const place of ['src/server', 'src/web']) {
    await mkdir(join(folder.path, place), { recursive: true });
    await writeFile(join(folder.path, place, 'faulty.ts'), fault);
  }
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  // The pages of the copy have no routes to generate types for.
  const compile = scripts.typecheck.split('&& ').at(-1).split(' ');
  const typecheck = () =>
    promisify(execFile)('node_modules/.bin/tsc', compile.slice(1), { cwd: folder.path });
  await expect(typecheck()).rejects.toMatchObject({
    code: expect.any(Number),
    stdout: expect.stringMatching(/src\/server\/faulty\.ts.*TS2322[\s\S]*src\/web\/faulty\.ts.*TS2322/),
  });
  await writeFile(join(folder.path, 'src/server/faulty.ts'), 'export {};\n');
  await expect(typecheck()).rejects.toMatchObject({ stdout: expect.stringContaining('src/web/faulty.ts') });
  await writeFile(join(folder.path, 'src/web/faulty.ts'), 'export {};\n');
  await expect(typecheck()).resolves.toMatchObject({ stdout: '' });
}, 60_000);
