import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const run = promisify(execFile);
const project = process.cwd();

const git = async (...args: string[]) => (await run('git', args, { cwd: project })).stdout.trim();

/**
 * The release before this one: UPGRADE_FROM, or the newest tag. Without a tag, the last commit before the working
 * tree, or the one before that if the tree has no changes.
 */
export async function previousRelease(): Promise<string> {
  const { UPGRADE_FROM } = process.env;
  if (UPGRADE_FROM !== undefined) return git('rev-parse', UPGRADE_FROM);
  const isChanged = (await git('status', '--porcelain', '--', 'src', 'drizzle', 'public')) !== '';
  const before = isChanged ? 'HEAD' : 'HEAD~1';
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', before).catch(() => '');
  return git('rev-parse', tag === '' ? before : tag);
}

/** The commit before the newest migration, whose code does not know the newest tables and columns. */
export async function releaseBeforeLastMigration(): Promise<string> {
  const newest = await git('log', '-1', '--format=%H', '--', 'drizzle/*.sql');
  return git('rev-parse', `${newest}~1`);
}

/** Writes the files of a commit to a folder of its own, with its packages. */
export async function checkOut(commit: string) {
  const folder = await temporaryFolder();
  await run('bash', ['-c', 'git archive "$1" | tar -x -C "$2"', 'archive', commit, folder.path], {
    cwd: project,
  });
  const locks = await Promise.all(
    [project, folder.path].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  if (locks[0] === locks[1]) await symlink(join(project, 'node_modules'), join(folder.path, 'node_modules'));
  else await run('npm', ['install', '--no-save', '--no-fund', '--no-audit'], { cwd: folder.path });
  return folder;
}

/** The pages show the name, so a test sees which build has drawn them. It also makes two equal builds differ. */
export async function buildPages(folder: string, productName: string) {
  if (existsSync(join(folder, 'build/web'))) return;
  const steps = [
    '. script/setup/environment.sh',
    '. script/setup/machine.sh',
    '. script/release/web-build.sh',
    'ensure_web_build always',
  ];
  await run('bash', ['-c', steps.join(' && ')], {
    cwd: folder,
    env: { ...process.env, PRODUCT_NAME: productName },
    maxBuffer: 64 * 1024 * 1024,
  });
}
