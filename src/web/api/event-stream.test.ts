import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { setAccessTokenSource } from './client.ts';
import { createEventParser, subscribeToEvents } from './event-stream.ts';

const serve = (listener: RequestListener) => listenOnFreePort(createServer(listener));

afterEach(() => setAccessTokenSource({ current: () => undefined, renew: async () => undefined }));

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

function listen(path: string, options: { lastEventId?: string } = {}) {
  const leaving = new AbortController();
  const heard: unknown[] = [];
  const states: string[] = [];
  const ended = subscribeToEvents({
    path,
    onEvent: (event, data, id) => heard.push([event, data, id]),
    onState: (state) => states.push(state),
    signal: leaving.signal,
    ...options,
  });
  return { heard, states, ended, leave: () => leaving.abort() };
}

test.each([
  ['in one piece', (text: string) => [text]],
  ['letter by letter', (text: string) => [...text]],
  ['with the line ends of other systems', (text: string) => [...text.replaceAll('\n', '\r\n')]],
])('the parser reads events %s', (_, cut) => {
  const text =
    ': alive\n\nevent: changed\nid: 7\ndata: {"a":\ndata: 1}\n\ndata:2\n\nevent: empty\n\ndata: "c"\n\n';
  const heard: unknown[] = [];
  const read = createEventParser((each) => heard.push(each));
  for (const piece of cut(text)) read(piece);
  expect(heard).toEqual([
    { event: 'changed', data: { a: 1 }, id: '7' },
    { event: 'message', data: 2, id: '7' },
    { event: 'message', data: 'c', id: '7' },
  ]);
});

test('the client reopens an ended stream from the last event that it received', async () => {
  const requests: unknown[] = [];
  await using server = await serve((request, response) => {
    requests.push(request.headers['last-event-id']);
    begin(response);
    if (requests.length === 1) response.end('event: part\nid: 4\ndata: 1\n\n');
    else response.write('event: part\nid: 5\ndata: 2\n\n');
  });
  const stream = listen(server.url, { lastEventId: '3' });
  await vi.waitFor(() => expect(stream.heard).toHaveLength(2), { timeout: 5_000 });
  expect(stream.heard).toEqual([
    ['part', 1, '4'],
    ['part', 2, '5'],
  ]);
  expect(requests).toEqual(['3', '4']);
  expect(stream.states).toEqual(['open', 'broken', 'open']);
  stream.leave();
  await stream.ended;
});

test('the client renews a refused token and opens the stream with the new one', async () => {
  const requests: unknown[] = [];
  await using server = await serve((request, response) => {
    requests.push(request.headers.authorization);
    if (request.headers.authorization !== 'Bearer new') return response.writeHead(401).end('{}');
    begin(response).write('event: changed\ndata: 1\n\n');
  });
  setAccessTokenSource({ current: () => 'old', renew: async () => 'new' });
  const stream = listen(server.url);
  await vi.waitFor(() => expect(stream.heard).toHaveLength(1));
  expect(requests).toEqual(['Bearer old', 'Bearer new']);
  expect(stream.states).toEqual(['open']);
  stream.leave();
  await stream.ended;
});

test('the client does not retry a permanent refusal', async () => {
  let requestCount = 0;
  await using server = await serve((_, response) => {
    requestCount += 1;
    response.writeHead(404).end('{}');
  });
  const stream = listen(server.url);
  await stream.ended;
  expect(requestCount).toBe(1);
  expect(stream.states).toEqual(['broken']);
});

test('the client retries an unavailable server with growing back-off', async () => {
  const requests: number[] = [];
  await using server = await serve((_, response) => {
    requests.push(performance.now());
    response.writeHead(503).end();
  });
  const stream = listen(server.url);
  await vi.waitFor(() => expect(requests).toHaveLength(3), { timeout: 8_000 });
  stream.leave();
  await stream.ended;
  const [first = 0, second = 0, third = 0] = requests;
  expect(second - first).toBeGreaterThan(900);
  expect(third - second).toBeGreaterThan(1_900);
});

test('an aborted subscription receives no events and closes its connection', async () => {
  let closed = false;
  await using server = await serve((request, response) => {
    request.once('close', () => {
      closed = true;
    });
    begin(response).write('event: changed\ndata: 1\n\n');
  });
  const stream = listen(server.url);
  await vi.waitFor(() => expect(stream.heard).toHaveLength(1));
  stream.leave();
  await stream.ended;
  await vi.waitFor(() => expect(closed).toBe(true));
  expect(stream.states).toEqual(['open']);
});
