import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { modelPaths } from '#server/adapters/speech/local/model-files.ts';
import type { LocalModel, ModelFile } from '#server/adapters/speech/local/models.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';

export const fileOf = (file: string, content: Buffer): ModelFile => ({
  file,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** Returns an entry for the list of known models, for a file that the test made. */
export function modelOf(
  content: Buffer,
  { file = 'tiny.bin', ...changes }: Partial<LocalModel> & { file?: string } = {},
): LocalModel {
  return {
    name: 'tiny',
    kind: 'whisper',
    label: 'Tiny',
    repository: 'tests/tiny',
    revision: 'main',
    files: [fileOf(file, content)],
    languages: ['en', 'pt'],
    limits: { targetMs: 60_000, maxMs: 600_000, parallel: 1 },
    slowestFactor: 30,
    memoryBytes: 1_000_000,
    licence: 'MIT',
    credit: 'Tiny, made by a test',
    ...changes,
  };
}

/** Writes the model's file, as an operator without a network does. */
export async function putModel(dataDir: string, model: LocalModel, content: Buffer) {
  const { folder, files } = modelPaths(dataDir, model);
  await mkdir(folder, { recursive: true });
  for (const { path } of files) await writeFile(path, content);
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const fromOf = (request: IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);

/** Serves the whole file or the requested range. `cutAfter` breaks the connection after this number of bytes. */
export function serving(
  content: Buffer,
  { cutAfter, ignoresRange = false }: { cutAfter?: number; ignoresRange?: boolean } = {},
): Answer {
  return (request, response) => {
    const from = ignoresRange ? 0 : fromOf(request);
    const body = content.subarray(from);
    if (from > 0)
      response.writeHead(206, {
        'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
        'content-length': body.length,
      });
    else response.writeHead(200, { 'content-length': body.length });
    if (cutAfter === undefined || cutAfter >= body.length) response.end(body);
    else response.write(body.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 20));
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** Answers each request with the next entry of the list, and repeats the last one. */
export async function modelServer(...answers: Answer[]) {
  const requests: { path: string; from: number }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ path: request.url ?? '', from: fromOf(request) });
    answer?.(request, response);
  });
  return { ...(await listenOnFreePort(server)), requests };
}
