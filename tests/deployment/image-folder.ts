import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, cp, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copiedFrom, type Instruction } from './dockerfile.ts';
import { filesBelow, productionPackages } from './packages.ts';

const run = promisify(execFile);
const nobody = 65_534;
/** As in the image and compose.yaml, runs as another user, which has no capabilities of root and cannot gain any. */
const asNobody = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
];

async function readOnly(path: string) {
  await run('mount', ['--bind', path, path]);
  await run('mount', ['-o', 'remount,bind,ro', path]);
  return () => run('umount', ['--lazy', path]);
}

/** Returns the reason why this machine cannot do that. Only root on Linux can, and a container must allow mounts. */
export async function noOtherUserBecause(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can change the user';
  const folder = await mkdtemp(join(tmpdir(), 'escriba-image-'));
  try {
    await (await readOnly(folder))();
    const [program = '', ...args] = asNobody;
    await run(program, [...args, process.execPath, '--version']);
    return undefined;
  } catch (error) {
    return `not possible here (${error instanceof Error ? error.message.split('\n')[0] : error})`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Hard-links the file if possible, to avoid copying hundreds of megabytes. */
async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch(() => copyFile(from, to));
}

async function copyPackage(path: string, target: string) {
  const files = await filesBelow(path);
  for (const folder of new Set(files.map(dirname))) await mkdir(join(target, folder), { recursive: true });
  await Promise.all(files.map((file) => linkOrCopy(file, join(target, file))));
}

/** Creates a folder with exactly the image's content: its files and the production packages. */
export async function createImageFolder(
  instructions: readonly Instruction[],
  { isForOthers }: { isForOthers: boolean },
) {
  await using stack = new AsyncDisposableStack();
  const parent = await mkdtemp(join(tmpdir(), 'escriba-image-'));
  stack.defer(() => rm(parent, { recursive: true, force: true }));
  const [path, dataDir] = [join(parent, 'app'), join(parent, 'data')];
  for (const folder of [parent, path, dataDir]) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
  }
  for (const file of copiedFrom(instructions, 'product')) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await cp(file, join(path, file), { recursive: true });
  }
  for (const each of productionPackages()) await copyPackage(each, path);
  const listPaths = async () => (await readdir(path, { recursive: true })).sort();
  const before = new Set(await listPaths());
  if (isForOthers) {
    await chown(dataDir, nobody, nobody);
    stack.defer(await readOnly(path).then((undo) => async () => void (await undo())));
  }
  const resources = stack.move();
  return {
    path,
    dataDir,
    through: isForOthers ? asNobody : [],
    written: async () => (await listPaths()).filter((name) => !before.has(name)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
