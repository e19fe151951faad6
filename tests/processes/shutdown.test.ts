import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess, temporaryPlace, waitUntilReady } from './start-process.ts';

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function postmasterPid(dataDir: string) {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

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
  const product = startProcess(place.environment);
  await waitUntilReady(place.url, product);
  const database = await postmasterPid(place.dataDir);
  expect(isAlive(database)).toBe(true);

  const slow = openSlowRequest(place.url);
  await new Promise((resolve) => setTimeout(resolve, 200));
  product.child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 300));
  slow.finish();

  expect(await slow.answered).toBe(201);
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(isAlive(database)).toBe(false);
}, 60_000);

test('a signal during the start ends it as tidily as a signal after it', async () => {
  await using place = await temporaryPlace();
  const product = startProcess(place.environment);
  await expect
    .poll(() => postmasterPid(place.dataDir).catch(() => 0), { timeout: 20_000 })
    .toBeGreaterThan(0);
  const database = await postmasterPid(place.dataDir);
  product.child.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(isAlive(database)).toBe(false);
}, 60_000);
