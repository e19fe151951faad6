import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { ApiError, NetworkError, setAccessTokenSource } from './client.ts';
import { postEventStream } from './event-stream.ts';

const serve = (listener: RequestListener) => listenOnFreePort(createServer(listener));

afterEach(() => setAccessTokenSource({ current: () => undefined, renew: async () => undefined }));

function begin(path: string) {
  const leaving = new AbortController();
  const heard: unknown[] = [];
  const onEvent = (event: string, data: unknown) => heard.push([event, data]);
  const ended = postEventStream({ path, body: { a: 1 }, onEvent, signal: leaving.signal });
  return { heard, ended, leave: () => leaving.abort() };
}

test('the client posts the body with the token and receives events in the response', async () => {
  setAccessTokenSource({ current: () => 'first', renew: async () => 'second' });
  const requests: unknown[] = [];
  await using server = await serve(async ({ method, headers }, response) => {
    requests.push([method, headers.accept, headers.authorization]);
    if (requests.length === 1) {
      const refusal = { error: 'x', code: 'access_token_expired', requestId: 'r' };
      return response.writeHead(401).end(JSON.stringify(refusal));
    }
    response.write('event: text\ndata: {"delta":"Um"}\n\n');
    response.end('event: finished\ndata: {}\n\n');
  });
  const { heard, ended } = begin(server.url);
  await ended;
  expect(heard).toEqual([
    ['text', { delta: 'Um' }],
    ['finished', {}],
  ]);
  expect(requests).toEqual([
    ['POST', 'text/event-stream', 'Bearer first'],
    ['POST', 'text/event-stream', 'Bearer second'],
  ]);
});

test('a refusal keeps its text, and the client does not retry', async () => {
  setAccessTokenSource({ current: () => 'first', renew: async () => undefined });
  const requests: unknown[] = [];
  await using server = await serve((_, response) => {
    requests.push(1);
    const body = { error: 'Devagar.', code: 'too_many_requests', requestId: 'r' };
    response.writeHead(429, { 'retry-after': '20' }).end(JSON.stringify(body));
  });
  const fault = await begin(server.url).ended.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ApiError);
  expect((fault as ApiError).retryAfterSeconds).toBe(20);
  expect(requests).toHaveLength(1);
});

test('the client does not reopen a broken stream', async () => {
  setAccessTokenSource({ current: () => 'first', renew: async () => undefined });
  const requests: unknown[] = [];
  await using server = await serve((_, response) => {
    requests.push(1);
    response.write('event: text\ndata: {"delta":"Um"}\n\n', () => response.destroy());
  });
  const { heard, ended } = begin(server.url);
  await expect(ended).rejects.toBeInstanceOf(NetworkError);
  expect(heard).toEqual([['text', { delta: 'Um' }]]);
  expect(requests).toHaveLength(1);
});

test('an aborted call receives no more events', async () => {
  setAccessTokenSource({ current: () => 'first', renew: async () => undefined });
  await using server = await serve((_, response) => response.write('event: text\ndata: 1\n\n'));
  const { heard, ended, leave } = begin(server.url);
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  leave();
  await expect(ended).rejects.toThrow();
});
