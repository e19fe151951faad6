import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startSandbox } from '../start.ts';
import { openMailStore } from './mail-store.ts';

async function startMailbox(stateDir?: string) {
  const directory = await temporaryFolder();
  const folder = stateDir ?? directory.path;
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['mail'], stateDir: folder });
  const transport = createTransport(sandbox.smtpUrl);
  const url = `${sandbox.httpUrl}/mailbox`;
  return {
    url,
    folder,
    send: (mail: Parameters<typeof transport.sendMail>[0]) =>
      transport.sendMail({ from: 'produto@escriba.example', ...mail }),
    messages: async (to: string) =>
      (await fetch(`${url}/messages?to=${encodeURIComponent(to)}`)).json() as Promise<
        Record<string, string>[]
      >,
    page: async (path = '') => {
      const answer = await fetch(url + path);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

test('the mailbox returns the mails of exactly one address as JSON, newest first', async () => {
  await using mailbox = await startMailbox();
  await mailbox.send({
    to: 'Ana@Exemplo.com',
    subject: 'Olá, ação',
    text: 'Corpo é texto',
    html: '<p>Corpo</p>',
  });
  await mailbox.send({ to: 'ana@exemplo.com', subject: 'Segunda', text: 'x' });
  await mailbox.send({ to: 'mariana@exemplo.com', subject: 'De outra', text: 'x' });
  const mails = await mailbox.messages('ANA@exemplo.com');
  expect(mails.map(({ subject }) => subject)).toEqual(['Segunda', 'Olá, ação']);
  expect(Object.keys(mails[1] ?? {}).sort()).toEqual(['html', 'id', 'sentAt', 'subject', 'text', 'to']);
  expect(mails[1]).toMatchObject({ text: 'Corpo é texto\n', html: '<p>Corpo</p>\n' });
  expect(Math.abs(Date.parse(mails[0]?.sentAt ?? '') - Date.now())).toBeLessThan(10_000);
});

test('the mailbox keeps a copy for each recipient, including a bcc recipient', async () => {
  await using mailbox = await startMailbox();
  await mailbox.send({ to: 'a@exemplo.com', bcc: 'b@exemplo.com', subject: 'Para dois', text: 'x' });
  expect(await mailbox.messages('a@exemplo.com')).toHaveLength(1);
  expect(await mailbox.messages('b@exemplo.com')).toHaveLength(1);
});

test('the mailbox keeps its mails through a restart, and emptying it deletes their files', async () => {
  await using first = await startMailbox();
  await first.send({ to: 'ana@exemplo.com', subject: 'Guardado', text: 'x' });
  await first.close();
  await using second = await startMailbox(first.folder);
  expect(await second.messages('ana@exemplo.com')).toMatchObject([{ subject: 'Guardado' }]);
  expect((await fetch(`${second.url}/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await second.messages('ana@exemplo.com')).toEqual([]);
  expect(await readdir(join(first.folder, 'mailbox'))).toEqual([]);
});

test('the mail store lets only the owner read its files, even in a folder with lax permissions', async () => {
  await using mailbox = await startMailbox();
  const folder = join(mailbox.folder, 'lax');
  await mkdir(folder, { mode: 0o755 });
  await openMailStore(folder).add('ana@exemplo.com', Buffer.from('Subject: Entrar\r\n\r\nx'));
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await modeOf(folder)).toBe(0o700);
  for (const file of await readdir(folder)) expect(await modeOf(join(folder, file))).toBe(0o600);
});

test('the mailbox keeps only the newest mails, in memory and on disk', async () => {
  await using mailbox = await startMailbox();
  const folder = join(mailbox.folder, 'few');
  const store = openMailStore(folder, { maxCount: 3 });
  for (const subject of ['1', '2', '3', '4', '5'])
    await store.add('ana@exemplo.com', Buffer.from(`Subject: ${subject}\r\n\r\nx`));
  expect((await store.list()).map(({ subject }) => subject)).toEqual(['5', '4', '3']);
  expect(await readdir(folder)).toHaveLength(3);
  const reopened = openMailStore(folder, { maxCount: 2 });
  expect((await reopened.list()).map(({ subject }) => subject)).toEqual(['5', '4']);
});

test('the mailbox refuses a mail over the size limit', async () => {
  await using mailbox = await startMailbox();
  const big = { to: 'ana@exemplo.com', subject: 'Grande', text: 'x'.repeat(6 * 1_048_576) };
  await expect(mailbox.send(big)).rejects.toThrow(/552|size/);
  expect(await mailbox.messages('ana@exemplo.com')).toEqual([]);
});

test('the mailbox page filters mails by recipient, shows three views of a mail, and escapes its content', async () => {
  await using mailbox = await startMailbox();
  const subject = '</title><script>alert(1)</script>';
  const html =
    '<html><head><title>x</title></head><body><script>alert(2)</script><a href="https://a.b">c</a></body></html>';
  await mailbox.send({ to: 'ana@exemplo.com', subject, html, text: '<img src=x onerror=alert(3)>' });
  await mailbox.send({ to: 'bia@exemplo.com', subject: 'Outra', text: 'x' });

  const list = await mailbox.page('?q=ANA');
  expect(list.text).toContain('ana@exemplo.com');
  expect(list.text).not.toContain('bia@exemplo.com');
  expect(list.text).not.toContain('<script>alert');
  expect(list.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await mailbox.page('?q="><script>alert(4)')).text).not.toContain('<script>alert');

  const [mail] = await mailbox.messages('ana@exemplo.com');
  const shown = await mailbox.page(`/${mail?.id}`);
  expect(shown.text).toContain(`<iframe class="message" src="/mailbox/${mail?.id}/html"`);
  expect(shown.text).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(shown.text).not.toContain('<script>alert');
  const text = await mailbox.page(`/${mail?.id}?view=text`);
  expect(text.text).toContain('&lt;img src=x onerror=alert(3)&gt;');
  const source = await mailbox.page(`/${mail?.id}?view=source`);
  expect(source.text).toContain('Delivered-To: ana@exemplo.com');
  expect(source.text).not.toContain('<script>alert');
});

test('the HTML of a mail cannot run scripts, load resources or send forms, and its links open in new tabs', async () => {
  await using mailbox = await startMailbox();
  await mailbox.send({ to: 'ana@exemplo.com', html: '<head><meta></head><p>Oi</p>' });
  const [mail] = await mailbox.messages('ana@exemplo.com');
  const { headers, text } = await mailbox.page(`/${mail?.id}/html`);
  expect(headers.get('content-security-policy')?.split('; ')).toEqual(
    expect.arrayContaining([
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]),
  );
  expect(text).toContain('<head><base target="_blank"><meta>');
});

test('the mailbox answers 404 for an id with a path, an unknown id and an unknown view', async () => {
  await using mailbox = await startMailbox();
  for (const id of ['..%2F..%2Fetc%2Fpasswd', '1732156000000-0001-abcd'])
    expect((await mailbox.page(`/${id}`)).status).toBe(404);
  expect((await mailbox.page('/1732156000000-0001-abcd/html')).status).toBe(404);
  expect((await mailbox.page('/1732156000000-0001-abcd?view=other')).status).toBe(404);
});
