import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import {
  type AccessTokenSource,
  ApiError,
  attachmentName,
  callApi,
  fetchFile,
  NetworkError,
  setAccessTokenSource,
  UnexpectedResponseError,
} from './client.ts';

const serve = (listener: RequestListener) => listenOnFreePort(createServer(listener));

const asIs = (answer: unknown) => answer;

test('the client sends JSON and returns the parsed response', async () => {
  await using server = await serve(async (request, response) => {
    const body = await text(request);
    response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }));
  });
  const answer = await callApi(server.url, { auth: 'none', method: 'POST', body: { a: 1 }, parse: asIs });
  expect(answer).toEqual({ method: 'POST', type: 'application/json', body: '{"a":1}' });
});

test('the client returns undefined for an empty response', async () => {
  await using server = await serve((_, response) => response.writeHead(204).end());
  expect(await callApi(server.url, { auth: 'none', method: 'DELETE', parse: asIs })).toBeUndefined();
});

test('the client passes on the whole error body of the server', async () => {
  const body = {
    error: 'E-mail inválido.',
    code: 'invalid_input',
    requestId: 'r-1',
    fields: { email: 'E-mail inválido.' },
  };
  await using server = await serve((_, response) => response.writeHead(400).end(JSON.stringify(body)));
  const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).body).toEqual(body);
});

test('an API error keeps the seconds of the Retry-After header', async () => {
  const body = { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r-1' };
  await using server = await serve((request, response) =>
    response
      .writeHead(429, request.url === '/silent' ? {} : { 'retry-after': '900' })
      .end(JSON.stringify(body)),
  );
  const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
  expect((error as ApiError).retryAfterSeconds).toBe(900);
  const silent = await callApi(`${server.url}/silent`, { auth: 'none', parse: asIs }).catch(
    (fault: unknown) => fault,
  );
  expect((silent as ApiError).retryAfterSeconds).toBeUndefined();
});

test.each([['<html>502</html>'], ['{"error":"x","code":"no_such_code","requestId":"r"}'], ['']])(
  'an error body in an unknown format keeps the request id: %s',
  async (text) => {
    await using server = await serve((_, response) =>
      response.writeHead(502, { 'x-request-id': 'r-9' }).end(text),
    );
    const error = await callApi(server.url, { auth: 'none', parse: asIs }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect((error as UnexpectedResponseError).requestId).toBe('r-9');
  },
);

test('the client throws UnexpectedResponseError for a body that the caller cannot parse', async () => {
  await using server = await serve((_, response) => response.end('<html>'));
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(
    UnexpectedResponseError,
  );
});

test('the client throws NetworkError when the server does not answer', async () => {
  await using server = await serve((request) => request.socket.destroy());
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(NetworkError);
});

test('the client throws NetworkError when the connection breaks within the body', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"a":', () => request.socket.destroy());
  });
  await expect(callApi(server.url, { auth: 'none', parse: asIs })).rejects.toBeInstanceOf(NetworkError);
});

test('an aborted call rejects with AbortError, not NetworkError', async () => {
  await using server = await serve(() => {});
  const control = new AbortController();
  const call = callApi(server.url, { auth: 'none', parse: asIs, signal: control.signal });
  control.abort();
  await expect(call).rejects.toHaveProperty('name', 'AbortError');
});

/** Accepts one token, and refuses any other with the given code. */
const guard =
  (good: string, code: string): RequestListener =>
  async (request, response) => {
    const body = await text(request);
    const { authorization = null } = request.headers;
    if (authorization === `Bearer ${good}`) response.end(JSON.stringify({ authorization, body }));
    else response.writeHead(401).end(JSON.stringify({ error: 'Entre de novo.', code, requestId: 'r-1' }));
  };

const expired = 'access_token_expired';

/** Replaces the session store as the source of access tokens. */
function tokens(current: string | undefined, renewed: string | undefined) {
  const refusedTokens: (string | undefined)[] = [];
  const source: AccessTokenSource = {
    current: () => current,
    renew: async (refused) => {
      refusedTokens.push(refused);
      return renewed;
    },
  };
  setAccessTokenSource(source);
  return refusedTokens;
}

afterEach(() => setAccessTokenSource({ current: () => undefined, renew: async () => undefined }));

test('bearer calls carry the access token, and other calls do not', async () => {
  tokens('good', undefined);
  await using server = await serve((request, response) =>
    response.end(JSON.stringify(request.headers.authorization ?? null)),
  );
  const sent = (auth?: 'bearer' | 'cookie' | 'none') =>
    callApi(server.url, { ...(auth && { auth }), parse: asIs });
  expect(await sent()).toBe('Bearer good');
  expect(await sent('bearer')).toBe('Bearer good');
  expect(await sent('cookie')).toBeNull();
  expect(await sent('none')).toBeNull();
});

test('the client warns of a missing access token and sends the call without one', async () => {
  tokens(undefined, undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await using server = await serve(guard('good', 'unauthenticated'));
  await expect(callApi(server.url, { parse: asIs })).rejects.toBeInstanceOf(ApiError);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test.each([[expired], ['unauthenticated']])(
  'the client retries with a new token after a refusal with code %s',
  async (code) => {
    const refusedTokens = tokens('old', 'good');
    await using server = await serve(guard('good', code));
    const answer = await callApi(server.url, { method: 'POST', body: { a: 1 }, parse: asIs });
    expect(answer).toEqual({ authorization: 'Bearer good', body: '{"a":1}' });
    expect(refusedTokens).toEqual(['old']);
  },
);

test('the client retries only once, even if the server refuses the new token too', async () => {
  const refusedTokens = tokens('old', 'new');
  let requests = 0;
  await using server = await serve((request, response) => {
    requests += 1;
    return guard('other', expired)(request, response);
  });
  await expect(callApi(server.url, { parse: asIs })).rejects.toMatchObject({ status: 401 });
  expect(requests).toBe(2);
  expect(refusedTokens).toEqual(['old']);
});

test('the client passes the refusal on when the session has ended', async () => {
  tokens('old', undefined);
  await using server = await serve(guard('good', 'unauthenticated'));
  await expect(callApi(server.url, { parse: asIs })).rejects.toMatchObject({
    body: { code: 'unauthenticated' },
  });
});

test('the client does not retry other refusals, or calls without a token', async () => {
  const refusedTokens = tokens('old', 'good');
  await using server = await serve(guard('good', 'wrong_credentials'));
  await expect(callApi(server.url, { parse: asIs })).rejects.toBeInstanceOf(ApiError);
  await using visitors = await serve(guard('good', expired));
  await expect(callApi(visitors.url, { auth: 'cookie', parse: asIs })).rejects.toBeInstanceOf(ApiError);
  expect(refusedTokens).toEqual([]);
});

test('the client sends a form again, but never a stream', async () => {
  const refusedTokens = tokens('old', 'good');
  await using server = await serve(guard('good', expired));
  const form = new FormData();
  form.set('file', new Blob(['áudio']), 'a.mp3');
  const { body } = (await callApi(server.url, { method: 'POST', body: form, parse: asIs })) as {
    body: string;
  };
  expect(body).toContain('áudio');
  const stream = new Blob(['áudio']).stream();
  await expect(callApi(server.url, { method: 'POST', body: stream, parse: asIs })).rejects.toBeInstanceOf(
    ApiError,
  );
  expect(refusedTokens).toEqual(['old']);
});

test('an aborted call does not wait for the new token', async () => {
  setAccessTokenSource({ current: () => 'old', renew: () => new Promise(() => {}) });
  await using server = await serve(guard('good', expired));
  const control = new AbortController();
  const call = callApi(server.url, { parse: asIs, signal: control.signal });
  setTimeout(() => control.abort(), 50);
  await expect(call).rejects.toHaveProperty('name', 'AbortError');
});

test('the client renews the token when the server requires a second factor', async () => {
  const refusedTokens = tokens('old', 'new');
  await using server = await serve((_, response) =>
    response
      .writeHead(403)
      .end(JSON.stringify({ error: 'Confirme.', code: 'second_factor_required', requestId: 'r-1' })),
  );
  await expect(callApi(server.url, { parse: asIs })).rejects.toMatchObject({ status: 403 });
  expect(refusedTokens).toEqual(['old']);
});

test('a downloaded file is unchanged, and its request carries the token', async () => {
  tokens('old', 'good');
  await using server = await serve(guard('good', expired));
  expect(await (await fetchFile(server.url)).text()).toContain('Bearer good');
});

test('a downloaded file has the name from the server', async () => {
  tokens('good', 'another');
  await using server = await serve((_, response) =>
    response
      .writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="dados.zip"',
      })
      .end('PK'),
  );
  const file = await fetchFile(server.url);
  expect([file.name, file.type, await file.text()]).toEqual(['dados.zip', 'application/zip', 'PK']);
});

test.each([
  ['attachment; filename="aula.srt"', 'aula.srt'],
  [
    'attachment; filename="Reuniao de marco.srt"; filename*=UTF-8\'\'Reuni%C3%A3o%20de%20mar%C3%A7o.srt',
    'Reunião de março.srt',
  ],
  ["attachment; filename*=utf-8''Aula%20%22um%22%3B%20parte%202.vtt", 'Aula "um"; parte 2.vtt'],
  ['attachment; filename="aula.srt"; filename*=UTF-8\'\'%E3%', 'aula.srt'],
  ['attachment; filename="a \\"b\\".srt"', 'a "b".srt'],
  ['attachment', ''],
  [null, ''],
])('the client reads the file name from %s', (header, name) => {
  expect(attachmentName(header)).toBe(name);
});
