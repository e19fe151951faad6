import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { modelPaths } from '#server/adapters/speech/local/model-files.ts';
import type { LocalModel } from '#server/adapters/speech/local/models.ts';

/** A model as the list of known ones has them, for a file that a test made. */
export function modelOf(content: Buffer, changes: Partial<LocalModel> = {}): LocalModel {
  return {
    name: 'tiny',
    kind: 'whisper',
    label: 'Tiny',
    repository: 'tests/tiny',
    revision: 'main',
    file: 'tiny.bin',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    languages: ['en', 'pt'],
    limits: { targetMs: 60_000, maxMs: 600_000, parallel: 1 },
    slowestFactor: 30,
    credit: 'Tiny, made by a test',
    ...changes,
  };
}

/** As somebody without a network puts it there by hand. */
export async function putModel(dataDir: string, model: LocalModel, content: Buffer) {
  const { folder, path } = modelPaths(dataDir, model);
  await mkdir(folder, { recursive: true });
  await writeFile(path, content);
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const fromOf = (request: IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);

/** The whole file, or from where it was asked. `cutAfter`: the connection breaks after so many bytes of the answer. */
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

/** Gives each request the next answer of the list, and the last one ever after. */
export async function modelServer(...answers: Answer[]) {
  const asked: { path: string; from: number }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ path: request.url ?? '', from: fromOf(request) });
    answer?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
