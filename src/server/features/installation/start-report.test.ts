import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
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
    leakedPasswords: 'on',
    speech: 'openai:sandbox-speech',
    voices: 'off',
    summaries: 'sandbox',
  });
  expect(product.logged()).toContain(JSON.stringify(parts));
  expect(product.logged()).toMatch(/"version":"\d+\.\d+\.\d+".*"roles":\["web","worker"\]/);
});
