import { resolve } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

test('an empty environment runs the whole product on this machine', () => {
  const config = readConfig({});
  expect(config.http).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000' });
  expect(config.roles).toEqual(['web', 'worker']);
  expect(config.sandbox).toEqual({
    httpPort: 3001,
    smtpPort: 3002,
    parts: ['mail', 'google', 'sms', 'speech', 'language', 'stripe', 'passwords'],
  });
  expect(config.sms?.url).toBe('http://127.0.0.1:3001/sms/send');
  expect(config.google?.discoveryUrl).toMatch(/^http:\/\/127\.0\.0\.1:3001\/google\//);
  expect(config.mail.smtpUrl).toBe('smtp://127.0.0.1:3002');
  expect(config.leakedPasswordsUrl).toBe('http://127.0.0.1:3001/leaked-passwords');
});

test('production asks the public service about leaked passwords, also with the sandbox', () => {
  const production = {
    NODE_ENV: 'production',
    EMBEDDED: 'true',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'https://escriba.example',
  };
  const given = [{ SMTP_URL: 'smtp://mail.example' }, { ALLOW_SANDBOX: 'true' }];
  for (const settings of given) {
    const { leakedPasswordsUrl, sandbox } = readConfig({ ...production, ...settings });
    expect(leakedPasswordsUrl).toBe('https://api.pwnedpasswords.com');
    expect(sandbox.parts).not.toContain('passwords');
  }
  const own = readConfig({ LEAKED_PASSWORDS_URL: 'https://passwords.example/' });
  expect(own.leakedPasswordsUrl).toBe('https://passwords.example');
  expect(own.sandbox.parts).not.toContain('passwords');
});

test('the configuration error names every invalid variable', () => {
  const faults = faultsOf({ PORT: 'abc', ROLES: 'web,cook', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
  expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'ROLES',
  ]);
});

test('an invalid value hides no missing variable and is not reported as missing', () => {
  const faults = faultsOf({ NODE_ENV: 'production', PORT: 'abc', SESSION_SECRET: 'short' });
  expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'PORT',
    'PUBLIC_URL',
    'SESSION_SECRET',
    'SMTP_URL',
    'STORAGE_URL',
  ]);
});

test.each([
  [
    'TRUSTED_PROXIES',
    ['nonsense', '127.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'fe80::1%eth0'],
  ],
  ['PUBLIC_URL', ['https://a.example/app', 'https://a.example/?a=1', 'https://ana@a.example', 'a.example']],
  ['MAIL_FROM', ['@', 'Escriba', 'Escriba <@>', 'Escriba <a@b', 'a@exemplo.com\nBcc: b@exemplo.com']],
  ['SANDBOX_PORT', ['3000', '2999', '65535']],
  ['PORT', ['65534', '65535', '0', '65536']],
])('the configuration refuses %s, and only it, for each value that would fail later', (name, wrong) => {
  for (const value of wrong) {
    const faults = faultsOf({ [name]: value });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([name]);
  }
});

test('Fastify accepts every proxy list that the configuration accepts', () => {
  const lists = ['127.0.0.1', 'loopback, 10.0.0.0/8', '::1,2001:db8::/32', 'uniquelocal', '::ffff:10.0.0.1'];
  for (const list of lists) {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: list }).http;
    expect(() => fastify({ trustProxy: trustedProxies ?? false })).not.toThrow();
  }
});

test('the configuration accepts both forms of a sender, and any PORT when no sandbox runs', () => {
  for (const from of ['ana@exemplo.com', 'Ana Maria <ana@exemplo.com>', 'Açaí & Cia. <a@exemplo.com>'])
    expect(readConfig({ MAIL_FROM: from }).mail.from).toBe(from);
  const allConfigured = {
    SMTP_URL: 'smtp://mail.example',
    SMS_URL: 'https://sms.example/send',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    STRIPE_SECRET_KEY: 'sk_live_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    SPEECH_MODEL: 'local:parakeet',
    SUMMARY_MODEL: 'ollama:llama3.2',
    LEAKED_PASSWORDS_URL: 'https://passwords.example',
  };
  expect(faultsOf({ PORT: '65535', ...allConfigured })).toEqual([]);
  expect(faultsOf({ PORT: '65535', SANDBOX_PORT: '3001' })).toEqual([]);
  expect(faultsOf({ PORT: '65533' })).toEqual([]);
});

test('MODELS_URL is a server or a folder with its whole path', () => {
  for (const url of ['https://models.example/a/', 'file:///media/usb/models/', 'file:/media/pen drive'])
    expect(faultsOf({ MODELS_URL: url })).toEqual([]);
  for (const url of [
    'file://media/usb',
    'file:models',
    'file:///',
    'file:///a%2Fb',
    '/media/usb',
    'ftp://a.example',
  ])
    expect(faultsOf({ MODELS_URL: url })).toEqual([
      expect.stringContaining('MODELS_URL: must be an address'),
    ]);
});

test('an empty value means "not set"', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' }).database.url).toBeUndefined();
});

const production = {
  NODE_ENV: 'production',
  EMBEDDED: 'true',
  SESSION_SECRET: 's'.repeat(32),
  PUBLIC_URL: 'https://a.example',
  SMTP_URL: 'smtps://mail.example',
};

test('production requires SMTP_URL or ALLOW_SANDBOX, a secret and a public address', () => {
  const faults = faultsOf({ NODE_ENV: 'production' });
  expect(faults.join('\n')).toMatch(/SMTP_URL[\s\S]*SESSION_SECRET[\s\S]*PUBLIC_URL/);
  expect(faultsOf(production)).toEqual([]);
  expect(faultsOf({ ...production, SMTP_URL: '', ALLOW_SANDBOX: 'true' })).toEqual([]);
});

test('production without a database or a storage must say that it keeps them in DATA_DIR', () => {
  const silent = { ...production, EMBEDDED: '' };
  expect(faultsOf(silent)).toEqual([
    'DATABASE_URL: is required in production (or set EMBEDDED=true to keep the database in DATA_DIR)',
    'STORAGE_URL: is required in production (or set EMBEDDED=true to keep the files in DATA_DIR)',
  ]);
  const both = {
    DATABASE_URL: 'postgres://a.example/escriba',
    STORAGE_URL: 's3://gravacoes?region=sa-east-1',
  };
  expect(faultsOf({ ...silent, ...both })).toEqual([]);
  expect(faultsOf({ ...production, EMBEDDED: 'true' })).toEqual([]);
  expect(faultsOf({})).toEqual([]);
});

test('production refuses test texts of the sandbox, unless ALLOW_SANDBOX allows a trial', () => {
  for (const name of ['SPEECH_MODEL', 'SUMMARY_MODEL']) {
    expect(faultsOf({ ...production, [name]: 'sandbox' })).toEqual([
      `${name}: sandbox writes test texts, which production refuses (or set ALLOW_SANDBOX=true for a trial)`,
    ]);
    expect(faultsOf({ ...production, [name]: 'sandbox', ALLOW_SANDBOX: 'true' })).toEqual([]);
    expect(faultsOf({ [name]: 'sandbox' })).toEqual([]);
  }
});

test('in production the configuration refuses a live Stripe key without the name of the seller', () => {
  const hook = { STRIPE_WEBHOOK_SECRET: 'whsec_secret' };
  const live = { ...production, ...hook, STRIPE_SECRET_KEY: 'sk_live_key' };
  const named = { LEGAL_NAME: 'a', LEGAL_ID: 'b', LEGAL_ADDRESS: 'c', PRIVACY_CONTACT: 'd' };
  expect(faultsOf(live).map((fault) => fault.split(':', 1)[0])).toEqual(Object.keys(named));
  expect(faultsOf({ ...live, ...named, LEGAL_ID: '' })).toEqual([
    expect.stringMatching(/^LEGAL_ID: is required/),
  ]);
  expect(faultsOf({ ...live, ...named })).toEqual([]);
  // No money moves with a test key of Stripe or outside production.
  expect(faultsOf({ ...production, ...hook, STRIPE_SECRET_KEY: 'sk_test_key' })).toEqual([]);
  expect(faultsOf({ ...live, NODE_ENV: 'development' })).toEqual([]);
});

test('production turns unconfigured parts off and runs them on the sandbox only with ALLOW_SANDBOX', () => {
  const bare = readConfig(production);
  expect([bare.google, bare.sms, bare.payments, bare.sandbox.parts]).toEqual([
    undefined,
    undefined,
    undefined,
    [],
  ]);
  expect(readConfig({ ...production, SMTP_URL: '', ALLOW_SANDBOX: 'true' }).sandbox.parts).toEqual([
    'mail',
    'google',
    'sms',
    'speech',
    'language',
    'stripe',
  ]);
});

test('the configuration refuses only one of the two Google credentials', () => {
  expect(faultsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_SECRET: is required with GOOGLE_CLIENT_ID',
  ]);
  expect(faultsOf({ GOOGLE_CLIENT_SECRET: 's' })).toEqual([
    'GOOGLE_CLIENT_ID: is required with GOOGLE_CLIENT_SECRET',
  ]);
});

test('payments require both Stripe secrets, each with its own prefix', () => {
  expect(faultsOf({ STRIPE_SECRET_KEY: 'sk_test_a' })).toEqual([
    'STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY',
  ]);
  expect(faultsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_a' })).toEqual([
    'STRIPE_SECRET_KEY: is required with STRIPE_WEBHOOK_SECRET',
  ]);
  const swapped = faultsOf({ STRIPE_SECRET_KEY: 'pk_test_a', STRIPE_WEBHOOK_SECRET: 'sk_test_a' });
  expect(swapped.map((fault) => fault.split(':')[0])).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' }).payments).toEqual({
    secretKey: 'sk_test_a',
    webhookSecret: 'whsec_a',
    apiBase: 'https://api.stripe.com',
  });
});

test('the configuration object is frozen', () => {
  const config = readConfig({});
  expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
});

test('the public address loses its trailing slash, so that links never hold two slashes', () => {
  expect(readConfig({ PUBLIC_URL: 'https://a.example/' }).http.publicUrl).toBe('https://a.example');
});

test('STORAGE_URL names a folder or a bucket, and nothing else', () => {
  expect(readConfig({ DATA_DIR: '/dados' }).storage).toEqual({ kind: 'file', folder: '/dados/files' });
  expect(readConfig({ STORAGE_URL: 'file:/mnt/gravações' }).storage).toEqual({
    kind: 'file',
    folder: '/mnt/gravações',
  });
  const bucket = { STORAGE_URL: 's3://gravacoes?region=sa-east-1&endpoint=http://127.0.0.1:9000' };
  expect(readConfig({ ...bucket, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }).storage).toEqual({
    kind: 's3',
    bucket: 'gravacoes',
    region: 'sa-east-1',
    endpoint: 'http://127.0.0.1:9000',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  for (const STORAGE_URL of ['gravacoes', 'file:', 's3://', 's3://a/b', 'ftp://a', 's3://a?endpoint=nada'])
    expect(faultsOf({ STORAGE_URL })).toHaveLength(1);
});

test('a cloud model requires a key or an address and has a known context size', () => {
  expect(faultsOf({ SUMMARY_MODEL: 'openai:gpt-4.1-mini' })).toEqual([
    'OPENAI_API_KEY: is required with SUMMARY_MODEL=openai:…',
  ]);
  expect(faultsOf({ SUMMARY_MODEL: 'anthropic:claude-sonnet-4-5' })[0]).toContain('ANTHROPIC_API_KEY');
  expect(faultsOf({ SUMMARY_MODEL: 'compatible:qwen3' })[0]).toContain('SUMMARY_BASE_URL');
  expect(faultsOf({ SUMMARY_MODEL: 'gpt-4.1' })[0]).toContain('SUMMARY_MODEL');
  for (const SUMMARY_PRICE of ['0.40', 'a/b', '1/2/3']) expect(faultsOf({ SUMMARY_PRICE })).toHaveLength(1);
  const { language: elsewhere } = readConfig({
    SUMMARY_MODEL: 'openai:gpt-4.1-mini',
    OPENAI_API_KEY: 'k',
    SUMMARY_PRICE: '0.40/1.60',
  });
  expect(elsewhere).toMatchObject({ contextTokens: 1_000_000, price: { input: 0.4, output: 1.6 } });
  const { language: here } = readConfig({ SUMMARY_MODEL: 'ollama:llama3.2:3b' });
  const baseUrl = 'http://127.0.0.1:11434';
  expect(here).toMatchObject({ model: 'llama3.2:3b', baseUrl, contextTokens: 8_192, parallel: 1 });
  // The address of earlier versions, which called Ollama's OpenAI routes.
  const earlier = { SUMMARY_MODEL: 'ollama:qwen3', SUMMARY_BASE_URL: 'http://ollama:11434/v1/' };
  expect(readConfig(earlier).language).toMatchObject({ baseUrl: 'http://ollama:11434', thinkingTokens: 0 });
  const compatible = (SUMMARY_BASE_URL: string) =>
    readConfig({ SUMMARY_MODEL: 'compatible:m', SUMMARY_BASE_URL }).language;
  expect(compatible('http://127.0.0.1:8080/v1')).toMatchObject({ isOwnServer: true, parallel: 1 });
  expect(compatible('https://modelos.example/v1')).toMatchObject({ isOwnServer: false, parallel: 4 });
  expect(readConfig({}).language).toMatchObject({ name: 'sandbox' });
  expect(readConfig(production).language).toBeUndefined();
});

test('a cloud engine requires its key, unless OPENAI_BASE_URL names a self-hosted server', () => {
  expect(faultsOf({ SPEECH_MODEL: 'openai:whisper-1' })).toEqual([
    'OPENAI_API_KEY: is required with SPEECH_MODEL=openai:…',
  ]);
  expect(faultsOf({ SPEECH_MODEL: 'deepgram:nova-3' })[0]).toContain('DEEPGRAM_API_KEY');
  expect(faultsOf({ SPEECH_MODEL: 'whisper' })[0]).toContain('SPEECH_MODEL');
  const own = readConfig({
    SPEECH_MODEL: 'openai:Systran/whisper:q5',
    OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1',
  });
  expect(own.speech).toMatchObject({
    kind: 'cloud',
    model: 'Systran/whisper:q5',
    baseUrl: 'http://127.0.0.1:8000/v1',
  });
  expect(readConfig({}).speech).toEqual({ kind: 'unset', model: 'parakeet' });
  expect(readConfig({ SPEECH_MODEL: 'local:/srv/meus modelos' }).speech).toEqual({
    kind: 'folder',
    folder: resolve('/srv/meus modelos'),
  });
  expect(readConfig({ SPEECH_MODEL: 'local:./modelo' }).speech).toEqual({
    kind: 'folder',
    folder: resolve('modelo'),
  });
  expect(faultsOf({ SPEECH_MODEL: 'local:meu modelo' })[0]).toContain('local:/FOLDER');
  expect(faultsOf({ SPEECH_VARIANT: 'metal' })).toEqual([
    'SPEECH_VARIANT: must be default or vulkan or cuda',
  ]);
  expect(readConfig({ SPEECH_VARIANT: 'cuda' }).speechVariant).toBe('cuda');
  expect(readConfig({ SPEECH_MODEL: 'local:whisper-base' }).speech).toEqual({
    kind: 'local',
    model: 'whisper-base',
  });
});
