import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';

const allConfigured = {
  SMS_URL: 'http://127.0.0.1:9/send',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};

/** Fields for the upload screens, present in every configuration. */
const forUploads = {
  uploadMaxBytes: expect.any(Number),
  speechLanguages: expect.arrayContaining(['pt', 'en']),
};

test('the installation route lists the parts on the sandbox, and none when all are configured', async () => {
  await using configured = await startTestProduct(allConfigured);
  expect(await (await fetch(`${configured.url}/api/installation`)).json()).toMatchObject({
    sandboxParts: [],
    googleOffered: true,
    phoneOffered: true,
    findsVoices: false,
    paymentsOffered: true,
    ...forUploads,
  });
  await using bare = await startTestProduct({ ...allConfigured, SMTP_URL: '', SANDBOX_PORT: '4000' });
  expect(await (await fetch(`${bare.url}/api/installation`)).json()).toMatchObject({
    sandboxParts: ['mail'],
    googleOffered: true,
    phoneOffered: true,
    findsVoices: false,
    paymentsOffered: true,
    ...forUploads,
    sandboxUrl: 'http://127.0.0.1:4000/',
  });
});

test('production does not reveal the sandbox address', async () => {
  await using product = await startTestProduct({
    ...allConfigured,
    NODE_ENV: 'production',
    ALLOW_SANDBOX: 'true',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
    SMTP_URL: '',
  });
  const { port } = product.config.http;
  const answer = await (await fetch(`http://127.0.0.1:${port}/api/installation`)).json();
  expect(answer).toMatchObject({
    sandboxParts: ['mail'],
    googleOffered: true,
    phoneOffered: true,
    findsVoices: false,
    paymentsOffered: true,
    ...forUploads,
  });
  expect(answer).not.toHaveProperty('sandboxUrl');
});

test('production offers no part without a vendor account', async () => {
  await using product = await startTestProduct({
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    SMS_URL: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
  });
  const { port } = product.config.http;
  expect(await (await fetch(`http://127.0.0.1:${port}/api/installation`)).json()).toMatchObject({
    sandboxParts: [],
    googleOffered: false,
    phoneOffered: false,
    findsVoices: false,
    paymentsOffered: false,
    ...forUploads,
  });
});

test('the page to sign in offers Google only where it is configured', async () => {
  const loginOf = async (changes: NodeJS.ProcessEnv) => {
    await using product = await startTestProduct({
      NODE_ENV: 'production',
      SESSION_SECRET: 's'.repeat(32),
      PUBLIC_URL: 'http://127.0.0.1:1',
      ...changes,
    });
    const { port } = product.config.http;
    return (await fetch(`http://127.0.0.1:${port}/login`, { headers: { accept: 'text/html' } })).text();
  };
  expect(await loginOf({})).toContain('Entrar com Google');
  const without = await loginOf({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  expect(without).toContain('Entrar com link mágico');
  expect(without).not.toContain('Entrar com Google');
});

test('the installation route returns the upload limit and the languages of the engine', async () => {
  await using product = await startTestProduct({ UPLOAD_MAX_BYTES: '5000000' });
  expect(await (await fetch(`${product.url}/api/installation`)).json()).toMatchObject({
    uploadMaxBytes: 5_000_000,
    speechLanguages: [...product.deps.speech.languages],
  });
});

test('the log warns when payments are configured without a named seller', async () => {
  const production = {
    ...allConfigured,
    NODE_ENV: 'production',
    ALLOW_SANDBOX: 'true',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://127.0.0.1:1',
    LEGAL_NAME: 'Letras Ltda.',
    LEGAL_ID: 'CNPJ 00.000.000/0001-00',
    LEGAL_ADDRESS: 'Rua das Letras, 1',
    PRIVACY_CONTACT: 'Ana Lima, privacidade@exemplo.com',
  };
  await using named = await startTestProduct(production);
  expect(named.logged()).not.toContain('LEGAL_NAME');
  await using nameless = await startTestProduct({ ...production, LEGAL_ID: '' });
  expect(nameless.logged()).toContain('payments use a test key and the pages do not name the seller');
});
