import { createServer, type RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { openLeakedPasswords } from './leaked-passwords.ts';

/** The fake service reports it as leaked, and the built-in list does not contain it. */
const leaked = 'Tigre-no-sotao-4';
// Its SHA-1 is 7FECA76496B5E485C5FF8B77FEF664A039C07613.
const leakedSuffix = '76496B5E485C5FF8B77FEF664A039C07613';

async function rangeServer(listener: RequestListener) {
  const { url, ...listening } = await listenOnFreePort(createServer(listener));
  const warnings: unknown[] = [];
  const log = { warn: (about: unknown) => void warnings.push(about) };
  return { ...listening, passwords: openLeakedPasswords({ url, log: log as never }), warnings };
}

test('the client sends only five digits of the hash and finds leaked passwords in the answer', async () => {
  const requests: (string | undefined)[] = [];
  await using server = await rangeServer((request, answer) => {
    requests.push(request.url);
    answer.end(`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${leakedSuffix}:3730471\r\n`);
  });
  expect(await server.passwords.lookUp(leaked)).toBe('leaked');
  expect(await server.passwords.lookUp('Uma-frase-longa-9')).toBe('not_found');
  expect(requests[0]).toBe('/range/7FECA');
});

test('a padding entry with count 0 does not count as a leak', async () => {
  await using server = await rangeServer((_request, answer) => void answer.end(`${leakedSuffix}:0\r\n`));
  expect(await server.passwords.lookUp(leaked)).toBe('not_found');
});

test('if the service fails or hangs, lookUp counts the look-up as unanswered and calls no password leaked', async () => {
  await using failing = await rangeServer((_request, answer) => void answer.writeHead(500).end());
  expect(await failing.passwords.lookUp(leaked)).toBe('unanswered');
  await using hanging = await rangeServer(() => {});
  const began = performance.now();
  expect(await hanging.passwords.lookUp(leaked)).toBe('unanswered');
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(hanging.passwords.counts()).toEqual({ leaked: 0, not_found: 0, unanswered: 1 });
  expect(hanging.warnings).toHaveLength(1);
});

test('the built-in list refuses common passwords without a network request', async () => {
  await using failing = await rangeServer((_request, answer) => void answer.writeHead(500).end());
  expect(await failing.passwords.lookUp('Brasil@2026')).toBe('leaked');
  expect(await failing.passwords.lookUp('Uma-frase-longa-9')).toBe('unanswered');
  expect(failing.warnings).toHaveLength(1);
});
