import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

export type TransducerFiles = Readonly<{
  encoder: string;
  decoder: string;
  joiner: string;
  tokens: string;
}>;

/** Names the file and its fault, without the path, because the public health page shows the message. */
export class ModelFolderError extends SafeMessageError {}

const fault = (message: string, cause?: unknown) => new ModelFolderError(message, { cause });

/** A folder may hold both precisions. The whole numbers are faster on a processor and need a quarter of the memory. */
const preferred = '.int8.onnx';

export function pickModelFile(names: readonly string[], part: string, whose = 'speech model'): string {
  const found = names.filter((name) => name.startsWith(part) && name.endsWith('.onnx')).sort();
  const name = found.find((each) => each.endsWith(preferred)) ?? found[0];
  if (name === undefined) throw fault(`the folder of the ${whose} has no ${part}*.onnx`);
  return name;
}

/** Seven bits a byte, the lowest first; the eighth says whether another byte follows. */
function readVarint(bytes: Buffer, from: number): { value: number; next: number } | undefined {
  let value = 0;
  for (let nth = 0; nth < 8; nth += 1) {
    const byte = bytes[from + nth];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 128 ** nth;
    if (byte < 128) return { value, next: from + nth + 1 };
  }
  return undefined;
}

/** The bytes from a field to the next, or undefined if no field of an ONNX file begins here. */
function fieldLength(head: Buffer): number | undefined {
  const tag = readVarint(head, 0);
  if (tag === undefined || tag.value < 8) return undefined;
  const value = readVarint(head, tag.next);
  if (value === undefined) return undefined;
  const kind = tag.value % 8;
  if (kind === 0) return value.next;
  return kind === 2 ? value.next + value.value : undefined;
}

const longestFieldHead = 16;
/** The first field of an ONNX file is the version of its format, a small number. */
const versionTag = 8;

/**
 * Follows the outermost fields to the end of the file, without reading the weights. So a file that was cut short or is
 * no ONNX file is named here, and not by the death of a process.
 */
async function checkOnnx(file: FileHandle, name: string) {
  const { size } = await file.stat();
  if (size === 0) throw fault(`${name} of the speech model is empty`);
  for (let at = 0; at < size; ) {
    const head = Buffer.alloc(Math.min(longestFieldHead, size - at));
    await file.read(head, 0, head.length, at);
    const length = fieldLength(head);
    if (length === undefined || (at === 0 && head[0] !== versionTag))
      throw fault(`${name} of the speech model is no ONNX file, or damaged`);
    at += length;
    if (at > size) throw fault(`${name} of the speech model is cut short`);
  }
}

const isTokenLine = (line: string) => /^[^\p{Cc}]+ \d+$/u.test(line);

async function checkTokens(path: string) {
  const text = await readFile(path, 'utf8');
  const lines = text.trimEnd().split('\n');
  if (text.trim() === '') throw fault('tokens.txt of the speech model is empty');
  // The library passes control characters on unescaped, and no answer could be read.
  const wrong = lines.findIndex((line) => !isTokenLine(line.replace(/\r$/, '')));
  if (wrong !== -1) throw fault(`line ${wrong + 1} of tokens.txt of the speech model is not "token number"`);
}

export async function checkOnnxFile(path: string) {
  await using file = await open(path);
  await checkOnnx(file, basename(path));
}

/** Finds and checks the files of a model. Throws ModelFolderError with the first fault. */
export async function readModelFolder(folder: string): Promise<TransducerFiles> {
  try {
    const names = await readdir(folder);
    const parts = {
      encoder: pickModelFile(names, 'encoder'),
      decoder: pickModelFile(names, 'decoder'),
      joiner: pickModelFile(names, 'joiner'),
    };
    if (!names.includes('tokens.txt')) throw fault('the folder of the speech model has no tokens.txt');
    for (const name of Object.values(parts)) await checkOnnxFile(join(folder, name));
    await checkTokens(join(folder, 'tokens.txt'));
    return {
      encoder: join(folder, parts.encoder),
      decoder: join(folder, parts.decoder),
      joiner: join(folder, parts.joiner),
      tokens: join(folder, 'tokens.txt'),
    };
  } catch (error) {
    if (error instanceof ModelFolderError) throw error;
    throw fault('the folder of the speech model cannot be read', error);
  }
}

/** Changes with every file, so that a repaired model is tried at once. */
export async function folderVersion(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const states = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return `${name}:${found?.size}:${found?.mtimeMs}`;
    }),
  );
  return states.join('|');
}
