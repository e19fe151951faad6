import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

const wrapper = 'sherpa-onnx-node';
const build = `sherpa-onnx-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const binary = 'sherpa-onnx.node';

/** The sources of a product as the image holds them, and the programs that tests start in it. */
const copied = [
  'src/server',
  'src/contract',
  'src/domain',
  'drizzle',
  'package.json',
  'tests/speech',
  'tests/helpers/listen-on-free-port.ts',
  'tests/helpers/seeded-random.ts',
];

/** Asks for a version of glibc that no machine has. A system with an old glibc misses a lower number in the same way. */
async function askForFutureGlibc(path: string) {
  const bytes = await readFile(path);
  const found = bytes.indexOf('GLIBC_2.');
  if (found === -1) throw new Error(`${binary} asks for no version of glibc`);
  bytes.write('GLIBC_9.', found);
  await writeFile(path, bytes);
}

/**
 * Copies the product and its packages without a working build of the speech library, so that the loader of this
 * machine refuses it. A system with musl differs: there the build is present, and its loader finds no glibc at all.
 */
export async function productWithoutLibrary(damage: 'no_build' | 'newer_glibc' | 'no_library') {
  const folder = await temporaryFolder();
  for (const path of copied) await cp(path, join(folder.path, path), { recursive: true });
  const packages = join(folder.path, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir('node_modules'))
    if (name !== build && name !== wrapper)
      await symlink(join(process.cwd(), 'node_modules', name), join(packages, name));
  // A link would lead the wrapper to the build beside its target.
  await cp(join('node_modules', wrapper), join(packages, wrapper), { recursive: true });
  if (damage !== 'no_build') {
    await cp(join('node_modules', build), join(packages, build), { recursive: true });
    if (damage === 'newer_glibc') await askForFutureGlibc(join(packages, build, binary));
    else await writeFile(join(packages, build, binary), 'no library');
  }
  return { cwd: folder.path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}
