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

test('an empty environment gives the whole product on this machine', () => {
  const config = readConfig({});
  expect(config.http).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000' });
  expect(config.roles).toEqual(['web', 'worker']);
  expect(config.sandbox).toEqual({ httpPort: 3001, smtpPort: 3002, parts: ['mail'] });
  expect(config.mail.smtpUrl).toBe('smtp://127.0.0.1:3002');
});

test('every wrong value is named at once, not the first only', () => {
  const faults = faultsOf({ PORT: 'abc', ROLES: 'web,cook', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
  expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual([
    'DATABASE_URL',
    'LOG_LEVEL',
    'PORT',
    'ROLES',
  ]);
});

test('an empty value means "not set"', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' }).database.url).toBeUndefined();
});

test('production refuses to run on the sandbox unless told to, and wants its secret and address', () => {
  const faults = faultsOf({ NODE_ENV: 'production' });
  expect(faults.join('\n')).toMatch(/SMTP_URL[\s\S]*SESSION_SECRET[\s\S]*PUBLIC_URL/);
  const production = {
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'https://a.example',
  };
  expect(faultsOf({ ...production, SMTP_URL: 'smtps://mail.example' })).toEqual([]);
  expect(faultsOf({ ...production, ALLOW_SANDBOX: 'true' })).toEqual([]);
});

test('the configuration cannot be changed by a reader', () => {
  const config = readConfig({});
  expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
});

test('the public address loses its last slash, so that links never hold two', () => {
  expect(readConfig({ PUBLIC_URL: 'https://a.example/' }).http.publicUrl).toBe('https://a.example');
});
