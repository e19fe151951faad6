import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { isLocked } from '#server/adapters/speech/local/file-lock.ts';
import {
  type FilePaths,
  fetchedBytes,
  isVerified,
  type ModelPaths,
  markVerified,
  sha256Of,
} from '#server/adapters/speech/local/model-files.ts';
import { bytesOf } from '#server/adapters/speech/local/models.ts';
import { codeOf } from '#server/errors/safe-message-error.ts';

export const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

export const isAnythingThere = ({ files }: ModelPaths) =>
  files.some(({ path, part, copy }) => [path, part, copy].some((each) => existsSync(each)));

export function stateOf(paths: ModelPaths): string {
  if (isVerified(paths)) return 'here';
  const size = `${megabytes(fetchedBytes(paths))} of ${megabytes(bytesOf(paths))} MB`;
  if (isLocked(paths.lock)) return `${size}, a process fetches it`;
  if (!isAnythingThere(paths)) return 'not here';
  return paths.files.every(({ path }) => existsSync(path))
    ? 'here, not checked'
    : `${size}, script/models fetch brings the rest`;
}

async function faultOf(file: FilePaths): Promise<string | undefined> {
  const { path, bytes } = file;
  try {
    const { size } = await stat(path);
    if (size !== bytes) return `${path} has ${size} bytes where the model has ${bytes}.`;
    const sha256 = await sha256Of(path);
    return sha256 === file.sha256
      ? undefined
      : `${path} has the SHA-256 ${sha256} instead of ${file.sha256}.`;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? `${path} is missing.` : `${path} cannot be read (${code}).`;
  }
}

/** Reads each file, also a verified one: a failing disk changes neither size nor time. */
export async function faultsOf({ files }: ModelPaths): Promise<string[]> {
  const faults: string[] = [];
  for (const file of files) {
    const fault = await faultOf(file);
    // The reader may lack the permission to write. Then the next fetch checks the file again.
    if (fault === undefined) await markVerified(file).catch(() => undefined);
    if (fault === undefined) continue;
    // Otherwise the next fetch would take the damaged file for a verified one.
    const unmarked = await rm(file.verified, { force: true }).catch(codeOf);
    faults.push(
      unmarked === undefined ? fault : `${fault} ${file.verified} cannot be removed (${unmarked}).`,
    );
  }
  return faults;
}

/** Aligns the columns of the rows. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
