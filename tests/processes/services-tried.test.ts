import { createServer } from 'node:http';
import { expect, vi } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { silentServer } from '#tests/helpers/silent-server.ts';
import { startProcess, temporaryInstance, waitUntilReady } from './start-process.ts';

longTest(
  'a worker warns of an engine that refuses the key, and of silent services, and serves meanwhile',
  async () => {
    await using instance = await temporaryInstance();
    await using refusing = await listenOnFreePort(
      createServer((_request, response) => response.writeHead(401).end('{}')),
    );
    await using silent = await silentServer();
    await using product = startProcess({
      ...instance.environment,
      SPEECH_MODEL: 'openai:whisper-1',
      OPENAI_BASE_URL: `${refusing.url}/v1`,
      OPENAI_API_KEY: 'former-key',
      SUMMARY_MODEL: 'compatible:a-model',
      SUMMARY_BASE_URL: `http://127.0.0.1:${silent.port}/v1`,
      SMTP_URL: silent.url,
    });
    await waitUntilReady(instance.url, product);
    const metrics = async () => (await fetch(`${instance.url}/metrics`)).text();
    await vi.waitFor(
      () => expect(product.output()).toContain('refuses our key: check OPENAI_API_KEY'),
      10_000,
    );
    await vi.waitFor(
      () => expect(product.output()).toContain('does not answer: check SUMMARY_BASE_URL'),
      15_000,
    );
    await vi.waitFor(() => expect(product.output()).toContain('does not take mails: check SMTP_URL'), 15_000);
    expect(product.output()).toContain('no answer in 10 s');
    expect(product.output()).not.toContain('former-key');
    expect((await metrics()).match(/^escriba_service_up\{.*\} 0$/gm)).toHaveLength(3);
  },
);
