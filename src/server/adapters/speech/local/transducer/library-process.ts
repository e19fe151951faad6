import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LibraryFault } from './library-fault.ts';

/** Loads the library in a process of its own, and writes why it cannot load. The library itself hides the reason. */

const system = process.platform === 'win32' ? 'win' : process.platform;
const machine = `${system}-${process.arch}`;

/** Undefined without glibc, as on systems with musl. */
function glibcVersion(): unknown {
  const report = process.report.getReport();
  return 'header' in report
    ? (report.header as { glibcVersionRuntime?: unknown }).glibcVersionRuntime
    : undefined;
}

function lackOf(detail: string): string {
  if (process.platform === 'linux' && glibcVersion() === undefined)
    return 'it needs glibc, which this machine lacks';
  const version = /version [`'](\S+)' not found/.exec(detail)?.[1];
  return version === undefined
    ? `its build for ${machine} does not load here`
    : `it needs ${version}, which this machine lacks`;
}

const faultOf = (lack: string, detail: string): LibraryFault => ({
  reason: `the library of the speech model (sherpa-onnx) cannot load: ${lack}`,
  detail,
});

/** The library finds its build beside itself, in a package that npm installs for the machine. */
function faultOfBuild(error: unknown): LibraryFault {
  const place = `../sherpa-onnx-${machine}/sherpa-onnx.node`;
  const path = fileURLToPath(new URL(place, import.meta.resolve('sherpa-onnx-node')));
  if (!existsSync(path)) return faultOf(`it has no build for ${machine} here`, `${path} is missing`);
  try {
    process.dlopen({ exports: {} }, path);
  } catch (refusal) {
    const detail = refusal instanceof Error ? refusal.message : String(refusal);
    return faultOf(lackOf(detail), detail);
  }
  throw error;
}

try {
  await import('sherpa-onnx-node');
} catch (error) {
  process.stdout.write(JSON.stringify(faultOfBuild(error)));
}
