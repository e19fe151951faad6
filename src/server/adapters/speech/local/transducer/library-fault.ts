import { type ExecFileException, execFile } from 'node:child_process';
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

/** Says that the process did not end by itself: the system killed it for lack of memory, or could not start it. */
const isInterrupted = ({ signal, code }: ExecFileException) =>
  signal === 'SIGKILL' || typeof code === 'string';

type Attempt = LibraryFault | 'no_fault' | 'interrupted';

/** A process of its own tries the library, because a foreign library may end the process that loads it. */
async function tryLibrary(): Promise<Attempt> {
  const { promise, resolve: settle } = Promise.withResolvers<Attempt>();
  try {
    execFile(
      process.execPath,
      // Without it, the report about the system looks up the names of all connections.
      ['--report-exclude-network', program],
      // The environment of the engine's process.
      { env: {}, timeout: minuteMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        if (error === null) return settle(stdout === '' ? 'no_fault' : JSON.parse(stdout));
        // A machine that is busy for a minute may still be able to load it.
        if (error.killed === true) return settle('no_fault');
        if (isInterrupted(error)) return settle('interrupted');
        const how = error.signal ?? `code ${error.code}`;
        settle({
          reason: `the library of the speech model (sherpa-onnx) cannot load: it ended its process (${how})`,
          detail: stderr.trim().slice(-keptDetailLength),
        });
      },
    );
  } catch {
    // Node throws instead of calling back if the system has no memory for the process.
    settle('interrupted');
  }
  return promise;
}

/** Says why the library cannot load on this machine, or undefined if it can or if no attempt ended by itself. */
export async function findLibraryFault(): Promise<LibraryFault | undefined> {
  let found = await tryLibrary();
  if (found === 'interrupted') found = await tryLibrary();
  return typeof found === 'string' ? undefined : found;
}
