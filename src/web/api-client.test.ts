import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { callApi, NetworkError, RefusedError, UnexpectedAnswerError } from './api-client.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const asIs = (answer: unknown) => answer;

test('it sends JSON and gives the parsed answer', async () => {
  await using server = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }));
  });
  const answer = await callApi(server.url, { auth: 'none', method: 'POST', body: { a: 1 }, parse: asIs });
  expect(answer).toEqual({ method: 'POST', type: 'application/json', body: '{"a":1}' });
});

test('an empty answer is given as undefined', async () => {
  await using server = await serve((_, response) => response.writeHead(204).end());
  expect(await callApi(server.url, { auth: 'none', method: 'DELETE', parse: asIs })).toBeUndefined();
});

test('the error body of the server comes whole', async () => {
  const body = {
    error: 'E-mail inválido.',
    code: 'invalid_input',
    requestId: 'r-1',
    fields: { email: 'E-mail inválido.' },
  };
  await using server = await serve((_, response) => response.writeHead(400).end(JSON.stringify(body)));
  const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(RefusedError);
  expect((error as RefusedError).body).toEqual(body);
});

test('a refusal that says how long to wait keeps the number', async () => {
  const body = { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r-1' };
  await using server = await serve((request, response) =>
    response
      .writeHead(429, request.url === '/silent' ? {} : { 'retry-after': '900' })
      .end(JSON.stringify(body)),
  );
  const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
  expect((error as RefusedError).retryAfterSeconds).toBe(900);
  const silent = await callApi(`${server.url}silent`, { auth: 'none', parse: asIs }).catch(
    (fault: unknown) => fault,
  );
  expect((silent as RefusedError).retryAfterSeconds).toBeUndefined();
});

test.each([['<html>502</html>'], ['{"error":"x","code":"no_such_code","requestId":"r"}'], ['']])(
  'a refusal that is none of ours keeps the request id: %s',
  async (text) => {
    await using server = await serve((_, response) =>
      response.writeHead(502, { 'x-request-id': 'r-9' }).end(text),
    );
    const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as UnexpectedAnswerError).requestId).toBe('r-9');
  },
);

test('an answer that the caller cannot read is unexpected, not silent', async () => {
  await using server = await serve((_, response) => response.end('<html>'));
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(
    UnexpectedAnswerError,
  );
});

test('no answer at all is a network fault', async () => {
  await using server = await serve((request) => request.socket.destroy());
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(NetworkError);
});

test('a connection that breaks within the body is a network fault', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"a":', () => request.socket.destroy());
  });
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(NetworkError);
});

test('a call that its caller gave up is not told as a network fault', async () => {
  await using server = await serve(() => {});
  const control = new AbortController();
  const call = callApi(server.url, { auth: 'none', parse: asIs, signal: control.signal });
  control.abort();
  await expect(call).rejects.toHaveProperty('name', 'AbortError');
});
