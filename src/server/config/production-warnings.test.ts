import { expect, test } from 'vitest';
import { productionWarnings, readConfig } from './config.ts';

const warningsOf = (environment: NodeJS.ProcessEnv) =>
  productionWarnings(
    readConfig({
      NODE_ENV: 'production',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SESSION_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'https://escriba.example',
      ...environment,
    }),
  );

test('a production that people reach without https is told what that means; one machine that tries it out is not', () => {
  expect(warningsOf({ PUBLIC_URL: 'http://escriba.example' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL is not https: /),
  ]);
  for (const PUBLIC_URL of ['https://escriba.example', 'http://localhost:8080', 'http://127.0.0.1:3000'])
    expect(warningsOf({ PUBLIC_URL })).toEqual([]);
  expect(warningsOf({ PUBLIC_URL: 'http://escriba.example', NODE_ENV: 'development' })).toEqual([]);
});

test('one that tries payments is told where nobody answers for it before the law', () => {
  const payments = { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret' };
  expect(warningsOf(payments)).toEqual([expect.stringContaining('LEGAL_NAME')]);
  const named = { LEGAL_NAME: 'a', LEGAL_ID: 'b', LEGAL_ADDRESS: 'c', PRIVACY_CONTACT: 'd' };
  expect(warningsOf({ ...payments, ...named })).toEqual([]);
});
