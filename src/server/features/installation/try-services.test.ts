import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { secondMs } from '#domain/format/durations.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { tryServices } from './try-services.ts';

async function startAnswering(status: number) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.writeHead(status).end('{}');
  });
  return { asked, ...(await listenOnFreePort(server)) };
}

const logs = (product: TestProduct, words: string) =>
  vi.waitFor(() => expect(product.logged()).toContain(words), { timeout: 10 * secondMs });

test('a mail server that does not answer is a warning of the start', async () => {
  await using product = await startTestProduct({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await logs(product, 'the mail server does not take mails: check SMTP_URL');
});

test('engines that refuse the key are warnings of the start, with the variable to check', async () => {
  await using server = await startAnswering(401);
  await using product = await startTestProduct({
    SPEECH_MODEL: 'openai:whisper-1',
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: 'former-key',
    SUMMARY_MODEL: 'openai:gpt-4.1-mini',
    SUMMARY_BASE_URL: '',
    SUMMARY_API_KEY: '',
  });
  await logs(product, 'the speech engine refuses our key: check OPENAI_API_KEY');
  await logs(product, 'the language model refuses our key: check OPENAI_API_KEY');
  expect(server.asked).toEqual(Array(2).fill('GET /v1/models Bearer former-key'));
  expect(product.logged()).not.toContain('former-key');
  const up = async () =>
    (await (await fetch(`${product.url}/metrics`)).text()).match(/^escriba_service_up\{.*"\} 0$/gm);
  expect(await up()).toHaveLength(2);
});

test('engines that do not answer are warnings of the start, with the variable to check', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await using product = await startTestProduct({
    OPENAI_BASE_URL: `${url}/v1`,
    SUMMARY_MODEL: 'ollama:llama3.1',
    SUMMARY_BASE_URL: url,
  });
  await logs(product, 'the speech engine does not answer: check OPENAI_BASE_URL');
  await logs(product, 'the language model does not answer: check SUMMARY_BASE_URL');
  expect(product.logged()).toContain('"reason":"ECONNREFUSED"');
});

test('a model that Ollama lacks is a warning of the start', async () => {
  await using server = await startAnswering(404);
  await using product = await startTestProduct({
    SUMMARY_MODEL: 'ollama:llama3.1',
    SUMMARY_BASE_URL: server.url,
  });
  await logs(product, 'Ollama lacks the model; run: ollama pull llama3.1');
  expect(server.asked[0]).toMatch(/^POST \/api\/show/);
});

test('engines that answer, and compatible servers without a list of models, are no warning', async () => {
  await using server = await startAnswering(404);
  await using product = await startTestProduct({ OPENAI_BASE_URL: `${server.url}/v1` });
  const { serviceCalls } = product.deps;
  await expect
    .poll(() => serviceCalls.states().map(({ isUp, answers }) => ({ isUp, answers })))
    .toEqual(Array(3).fill({ isUp: true, answers: 0 }));
  expect(product.logged()).not.toMatch(/does not answer|refuses our key|does not take mails/);
});

test('a process that is no worker tries no service', async () => {
  await using server = await startAnswering(401);
  await using product = await startTestProduct({ ROLES: 'web', OPENAI_BASE_URL: `${server.url}/v1` });
  await fetch(`${product.url}/health/ready`);
  expect(server.asked).toEqual([]);
  expect(product.deps.serviceCalls.states().map(({ isUp }) => isUp)).toEqual(Array(3).fill(undefined));
});

test('a service that is away is tried again until it answers', async () => {
  const port = await freePort();
  await using product = await startTestProduct({
    ROLES: 'web',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
  });
  const trying = tryServices(product.deps, { everyMs: 50 });
  onTestFinished(trying.close);
  const speech = () => product.deps.serviceCalls.states().find(({ service }) => service === 'speech');
  await expect.poll(() => speech()?.isUp).toBe(false);
  const server = createServer((_request, response) => response.end('{}')).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  await expect.poll(() => speech()?.isUp).toBe(true);
  // The tries after the first count nothing: they would look like lost work.
  expect(speech()?.failures.unreachable).toBe(1);
  expect(product.logged()).toContain('an outside service works again');
});

test('a local engine without its model is a warning, also if the model goes missing later', async () => {
  await using product = await startTestProduct({ ROLES: 'web' });
  const { speech, serviceCalls } = product.deps;
  const { tryServer: _server, ...local } = speech;
  let publicReason: string | undefined;
  const readiness = (): ReturnType<typeof speech.readiness> =>
    publicReason === undefined ? { state: 'ready' } : { state: 'unavailable', reason: 'gone', publicReason };
  const trying = tryServices({ ...product.deps, speech: { ...local, readiness } }, { everyMs: 50 });
  onTestFinished(trying.close);
  const isUp = () => serviceCalls.states().find(({ service }) => service === 'speech')?.isUp;
  await expect.poll(isUp).toBe(true);
  publicReason = 'the file of the model is damaged';
  await expect.poll(isUp).toBe(false);
  expect(product.logged()).toContain(publicReason);
  publicReason = undefined;
  await expect.poll(isUp).toBe(true);
});
