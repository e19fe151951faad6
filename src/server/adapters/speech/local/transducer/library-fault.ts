import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { minuteMs } from '#domain/format/durations.ts';

export type LibraryFault = Readonly<{
  /** Names the lack of the machine without paths, because the public health page shows it. */
  reason: string;
  /** The words of the system's loader. */
  detail: string;
}>;

const program = fileURLToPath(new URL('library-process.ts', import.meta.url));
const keptDetailLength = 500;

/**
 * Says why the library cannot load on this machine, or undefined if it can. A process of its own tries it, because a
 * foreign library may end the process that loads it. That process gets the environment of the engine's process.
 */
export async function findLibraryFault(): Promise<LibraryFault | undefined> {
  const { promise, resolve } = Promise.withResolvers<LibraryFault | undefined>();
  execFile(
    process.execPath,
    // Without it, the report about the system looks up the names of all connections.
    ['--report-exclude-network', program],
    { env: {}, timeout: minuteMs, killSignal: 'SIGKILL' },
    (error, stdout, stderr) => {
      if (error === null) return resolve(stdout === '' ? undefined : JSON.parse(stdout));
      // A machine that is busy for a minute may still be able to load it.
      if (error.killed === true) return resolve(undefined);
      const how = error.signal ?? `code ${error.code}`;
      resolve({
        reason: `the library of the speech model (sherpa-onnx) cannot load: it ended its process (${how})`,
        detail: stderr.trim().slice(-keptDetailLength),
      });
    },
  );
  return promise;
}
