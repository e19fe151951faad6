import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitForSms } from '#tests/helpers/sms.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startSandbox } from '../start.ts';
import { openSmsStore } from './sms.ts';

const phone = '+5511999999999';

async function startSms(stateDir?: string) {
  const directory = await temporaryFolder();
  const folder = stateDir ?? directory.path;
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['sms'], stateDir: folder });
  const url = `${sandbox.httpUrl}/sms`;
  return {
    url,
    folder,
    sandboxUrl: sandbox.httpUrl,
    send: async (message: unknown) => {
      const answer = await fetch(`${url}/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    messages: async (query = '') =>
      (await fetch(`${url}/messages${query}`)).json() as Promise<Record<string, string>[]>,
    page: async () => (await fetch(url)).text(),
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

test('the sandbox returns the messages of exactly one number, newest first', async () => {
  await using sms = await startSms();
  const { status, body } = await sms.send({ to: phone, text: 'Seu código é 123456' });
  expect(status).toBe(202);
  await sms.send({ to: phone, text: 'Segunda' });
  await sms.send({ to: '+5511988887777', text: 'De outra' });
  // The second query contains an unencoded plus.
  for (const query of [`?to=${encodeURIComponent(phone)}`, `?to=${phone}`]) {
    const messages = await sms.messages(query);
    expect(messages.map(({ text }) => text)).toEqual(['Segunda', 'Seu código é 123456']);
    expect(messages[1]).toEqual({
      id: body.id,
      to: phone,
      text: 'Seu código é 123456',
      sentAt: expect.any(String),
    });
    expect(Math.abs(Date.parse(messages[1]?.sentAt ?? '') - Date.now())).toBeLessThan(10_000);
  }
  expect(await sms.messages()).toHaveLength(3);
  expect(await waitForSms(sms.sandboxUrl, phone)).toMatchObject({ text: 'Segunda' });
});

test('the sandbox refuses an invalid message with the reason and does not store it', async () => {
  await using sms = await startSms();
  for (const to of ['11999999999', '+55 11 99999-9999', '+0511999999999', '', 'ana@exemplo.com']) {
    const { status, body } = await sms.send({ to, text: 'x' });
    expect(status, to).toBe(400);
    expect(body.error).toContain('formato internacional');
  }
  for (const message of [{ to: phone }, { to: phone, text: '' }, { text: 'x' }, 'x', null])
    expect((await sms.send(message)).status).toBe(400);
  expect(await sms.messages()).toEqual([]);
});

test('the sandbox fails for one number like an unavailable provider', async () => {
  await using sms = await startSms();
  for (let time = 0; time < 2; time += 1)
    expect(await sms.send({ to: '+5500000000000', text: 'x' })).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('fora do ar') },
    });
  expect(await sms.messages()).toEqual([]);
});

test('the page shows the messages newest first, updates itself, and escapes their content', async () => {
  await using sms = await startSms();
  expect(await sms.page()).toContain('aparecem aqui');
  await sms.send({ to: phone, text: 'Primeira' });
  await sms.send({ to: phone, text: '<script>alert(1)</script>' });
  const page = await sms.page();
  expect(page).not.toContain('<script>alert');
  expect(page.indexOf('&lt;script&gt;')).toBeLessThan(page.indexOf('Primeira'));
  expect(page).toContain(phone);
  expect(page).toContain('src="/live.js"');
  expect(page).toContain('data-live');
});

test('the sandbox keeps messages over a restart in files that only their owner can read, and deletes the files', async () => {
  await using first = await startSms();
  await first.send({ to: phone, text: 'Guardada' });
  await first.close();
  const folder = join(first.folder, 'sms');
  const [file = ''] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  await using second = await startSms(first.folder);
  expect(await second.messages()).toMatchObject([{ text: 'Guardada' }]);
  expect((await fetch(`${second.url}/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await second.messages()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('the store keeps only the newest messages, and an unreadable file does not hide the others', async () => {
  await using sms = await startSms();
  const folder = join(sms.folder, 'few');
  const store = openSmsStore(folder, { maxCount: 3 });
  for (const text of ['1', '2', '3', '4']) await store.add({ to: phone, text });
  expect((await store.list()).map(({ text }) => text)).toEqual(['4', '3', '2']);
  expect(await readdir(folder)).toHaveLength(3);
  const [newest] = (await readdir(folder)).sort().reverse();
  await writeFile(join(folder, newest ?? ''), 'not JSON');
  const reopened = await openSmsStore(folder, { maxCount: 3 }).list();
  expect(reopened.map(({ text }) => text)).toEqual(['Mensagem ilegível', '3', '2']);
});
