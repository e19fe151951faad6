import { expect, test, vi } from 'vitest';
import { freePort } from '#tests/free-port.ts';
import { startTestProduct } from '#tests/start-test-product.ts';
import { partsOf } from './start-report.ts';

test('the log of the start names each part as on, off or sandbox', async () => {
  await using product = await startTestProduct({
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    SMS_URL: '',
    SUMMARY_MODEL: 'sandbox',
  });
  const parts = partsOf(product.deps);
  expect(parts).toEqual({
    database: 'server',
    files: 'folder',
    mail: 'on',
    google: 'on',
    sms: 'sandbox',
    payments: 'sandbox',
    speech: 'openai:sandbox-speech',
    voices: 'off',
    summaries: 'sandbox',
  });
  expect(product.logged()).toContain(JSON.stringify(parts));
  expect(product.logged()).toMatch(/"version":"\d+\.\d+\.\d+".*"roles":\["web","worker"\]/);
});

test('a mail server that does not answer is a warning of the start', async () => {
  await using product = await startTestProduct({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  await vi.waitFor(() => expect(product.logged()).toContain('the mail server does not take mails'), {
    timeout: 10_000,
  });
});
