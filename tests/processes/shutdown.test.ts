import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProcess, temporaryPlace, waitUntilReady } from './start-process.ts';

/** Sends the head of a request and holds its body back until told to finish. */
function openSlowRequest(url: string) {
  const body = JSON.stringify({ name: 'Ana', email: 'ana@exemplo.com', message: 'Uma mensagem que demora.' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const call = request(`${url}/api/contact`, { method: 'POST', headers });
  call.write(body.slice(0, 10));
  const answered = new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject);
  });
  return { answered, finish: () => call.end(body.slice(10)) };
}

test('Ctrl-C lets a request in flight finish, then leaves no process behind', async () => {
  await using place = await temporaryPlace();
  await using product = startProcess(place.environment);
  await waitUntilReady(place.url, product);
  expect(await place.postmaster()).toBeDefined();

  const slow = openSlowRequest(place.url);
  await delay(200);
  product.child.kill('SIGINT');
  await delay(300);
  slow.finish();

  expect(await slow.answered).toBe(201);
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await place.postmaster()).toBeUndefined();
}, 90_000);

test('a signal during the start ends it as tidily as a signal after it', async () => {
  await using place = await temporaryPlace();
  await using product = startProcess(place.environment);
  await expect.poll(() => place.postmaster(), { timeout: 40_000 }).toBeDefined();
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(await place.postmaster()).toBeUndefined();
}, 90_000);
