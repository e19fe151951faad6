import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sandboxParts } from '#contract/installation.ts';
import { readConfig } from '#server/config/config.ts';
import { copyOfScripts } from '../checks/copy-of-scripts.ts';
import { devEnvironment } from './dev-environment.ts';

test('script/dev takes neither the database nor a vendor nor a secret from .env', async () => {
  const everything = (await readFile('.env.example', 'utf8')).replace(/^# (?=[A-Z][A-Z0-9_]*=)/gm, '');
  const { settings } = devEnvironment({}, everything);
  expect(Object.keys(settings).sort()).toEqual([
    'ALLOW_SANDBOX',
    'DATABASE_POOL_MAX',
    'DATA_DIR',
    'DISK_RESERVE_BYTES',
    'EMBEDDED',
    'EVENT_STREAMS_MAX',
    'HOST',
    'HSTS_SUBDOMAINS',
    'KEEP_ORIGINALS_DAYS',
    'KEEP_ORPHANS_DAYS',
    'KEEP_SOUND_DAYS',
    'LEGAL_ADDRESS',
    'LEGAL_ID',
    'LEGAL_NAME',
    'LOG_LEVEL',
    'MAIL_FROM',
    'METRICS_PORT',
    'NODE_ENV',
    'PORT',
    'PRIVACY_CONTACT',
    'PRODUCT_NAME',
    'ROLES',
    'SANDBOX_PORT',
    'SIGN_UPS_PER_ADDRESS',
    'SPEAKER_MODELS',
    'SPEECH_MODEL',
    'SPEECH_PARALLEL',
    'SPEECH_TIMEOUT_SECONDS',
    'SPEECH_VARIANT',
    'SUMMARY_CONTEXT_TOKENS',
    'SUMMARY_PARALLEL',
    'SUMMARY_PRICE',
    'SUMMARY_SILENCE_SECONDS',
    'SUPPORT_EMAIL',
    'TRUSTED_PROXIES',
    'UPLOAD_MAX_BYTES',
  ]);
  expect(settings).toMatchObject({ DATA_DIR: 'data/dev', SPEECH_MODEL: 'sandbox' });
  const { database, sandbox } = readConfig(settings);
  expect(database.url).toBeUndefined();
  expect([...sandbox.parts].sort()).toEqual([...sandboxParts].sort());
});

test('script/dev takes the database and the vendors from the environment, and lists what it ignores in .env', () => {
  const real = 'postgres://escriba@db.example/escriba';
  const own = 'postgres://escriba@127.0.0.1/dev';
  const dotEnv = `DATABASE_URL=${real}\nSTRIPE_SECRET_KEY="sk_live_key"\nSMTP_URL=\nPRODUCT_NAME=Outra\n`;
  expect(devEnvironment({}, dotEnv)).toMatchObject({
    settings: { PRODUCT_NAME: 'Outra' },
    ignored: ['DATABASE_URL', 'STRIPE_SECRET_KEY'],
  });
  const { settings } = devEnvironment({ DATABASE_URL: own, SPEECH_MODEL: 'local:whisper-tiny' }, dotEnv);
  expect(settings).toMatchObject({ DATABASE_URL: own, SPEECH_MODEL: 'local:whisper-tiny' });
  expect(settings).not.toHaveProperty('STRIPE_SECRET_KEY');
});

test('script/dev refuses a production configuration before it changes anything', async () => {
  const root = await copyOfScripts();
  const { PATH, HOME } = process.env;
  const refusal = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^script\/dev refuses NODE_ENV=production, .*\n$/),
  };
  const dev = (env: NodeJS.ProcessEnv) => promisify(execFile)('script/dev', [], { cwd: root, env });
  await expect(dev({ PATH, HOME, NODE_ENV: 'production' })).rejects.toMatchObject(refusal);
  await writeFile(join(root, '.env'), 'NODE_ENV=production\n');
  await expect(dev({ PATH, HOME })).rejects.toMatchObject(refusal);
});
