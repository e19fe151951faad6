import { expect, test } from 'vitest';
import { productionWarnings, readConfig } from './config.ts';

const warningsOf = (environment: NodeJS.ProcessEnv) =>
  productionWarnings(
    readConfig({
      NODE_ENV: 'production',
      EMBEDDED: 'true',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SESSION_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'https://escriba.example',
      ...environment,
    }),
  );

test('production warns about a public address without https, except on localhost', () => {
  expect(warningsOf({ PUBLIC_URL: 'http://escriba.example' })).toEqual([
    expect.stringMatching(/^PUBLIC_URL is not https: /),
  ]);
  for (const PUBLIC_URL of ['https://escriba.example', 'http://localhost:8080', 'http://127.0.0.1:3000'])
    expect(warningsOf({ PUBLIC_URL })).toEqual([]);
  expect(warningsOf({ PUBLIC_URL: 'http://escriba.example', NODE_ENV: 'development' })).toEqual([]);
});

test('in production the server warns about a Stripe test key without the name of the seller', () => {
  const payments = { STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_secret' };
  expect(warningsOf(payments)).toEqual([expect.stringContaining('LEGAL_NAME')]);
  const named = { LEGAL_NAME: 'a', LEGAL_ID: 'b', LEGAL_ADDRESS: 'c', PRIVACY_CONTACT: 'd' };
  expect(warningsOf({ ...payments, ...named })).toEqual([]);
});
