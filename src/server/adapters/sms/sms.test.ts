import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { openSms, SmsError } from './sms.ts';

const message = { to: '+5511987654321', text: '123456 é seu código do Escriba. Ele vale por 10 minutos.' };

type Received = { method: string | undefined; authorization: string | undefined; body: string };

/** A fake SMS service whose answer depends on the number of the call. */
async function smsService(
  answerCall: (answer: ServerResponse, call: number, request: IncomingMessage) => void,
) {
  const received: Received[] = [];
  const server = createServer(async (request, answer) => {
    const { method, headers } = request;
    received.push({ method, authorization: headers.authorization, body: await text(request) });
    answerCall(answer, received.length, request);
  });
  const listening = await listenOnFreePort(server);
  const url = `${listening.url}/send`;
  return {
    ...listening,
    url,
    received,
    send: async ({ token, timeLimitMs = 5_000 }: { token?: string; timeLimitMs?: number } = {}) =>
      openSms({ url, token }, { timeLimitMs })?.send(message),
  };
}

test('the client posts a message as JSON, with the token if one is set', async () => {
  await using service = await smsService((answer) => void answer.writeHead(202).end('{"id":"1"}'));
  await service.send({ token: 'chave' });
  await service.send();
  expect(service.received.map(({ authorization }) => authorization)).toEqual(['Bearer chave', undefined]);
  expect(service.received[0]?.method).toBe('POST');
  expect(JSON.parse(service.received[0]?.body ?? '')).toEqual(message);
});

test('the client retries a broken connection exactly once', async () => {
  await using passing = await smsService((answer, call, request) => {
    if (call === 1) request.socket.destroy();
    else answer.writeHead(202).end();
  });
  await passing.send();
  expect(passing.received).toHaveLength(2);
  await using broken = await smsService((_answer, _call, request) => void request.socket.destroy());
  await expect(broken.send()).rejects.toThrow(SmsError);
  expect(broken.received).toHaveLength(2);
});

test('the client does not retry a refusal, which could send the message twice', async () => {
  for (const status of [400, 401, 429, 500, 503]) {
    await using service = await smsService((answer) => void answer.writeHead(status).end('{}'));
    await expect(service.send()).rejects.toThrow(`the SMS service answered ${status}`);
    expect(service.received).toHaveLength(1);
  }
});

test('the client gives up a hanging service in time and does not retry', async () => {
  await using service = await smsService(() => {});
  const began = performance.now();
  await expect(service.send({ timeLimitMs: 200 })).rejects.toThrow(SmsError);
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(service.received).toHaveLength(1);
});

test('the client treats a redirect as an error', async () => {
  await using service = await smsService((answer, call) => {
    if (call === 1) answer.writeHead(301, { location: '/elsewhere' }).end();
    else answer.end('a page');
  });
  await expect(service.send()).rejects.toThrow('answered 301');
  expect(service.received).toHaveLength(1);
});

test('an SMS error contains neither the number nor the code', async () => {
  await using service = await smsService((answer) => void answer.writeHead(500).end(JSON.stringify(message)));
  const fault = await service.send().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SmsError);
  expect(String((fault as Error).stack)).not.toMatch(/5511987654321|123456/);
});

test('openSms returns undefined without a configured service', () => {
  expect(openSms(undefined)).toBeUndefined();
});
