import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, test } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';
import { MailError, type MailMessage, openMailer } from './mailer.ts';

const mail: MailMessage = {
  id: '3f0f7a3e-6c5e-4b0a-9a44-b3c0b6a7e111',
  to: 'ana@exemplo.com',
  subject: 'Confirmação',
  text: 'Olá, é o texto',
  html: '<p>Olá, é o texto</p>',
};

/** A configurable SMTP server that records the received mails. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: { content: Buffer; recipients: string[] }[] = [];
  let connections = 0;
  let open = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      open += 1;
      done();
    },
    onClose: () => {
      open -= 1;
    },
    onData: async (stream, { envelope }, done) => {
      const content = await buffer(stream);
      received.push({ content, recipients: envelope.rcptTo.map(({ address }) => address) });
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    open: () => open,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const openTo = (smtpUrl: string) =>
  openMailer({ mail: { smtpUrl, from: 'Escriba <nao-responda@escriba.example>', supportAddress: 'a@b.co' } });

const refuseRecipients = (responseCode: number, message: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
});

async function faultOf(promise: Promise<unknown>): Promise<MailError> {
  const fault = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof MailError)) throw new Error(`expected a MailError, got ${fault}`);
  return fault;
}

test('a mail has a text and an HTML part, a Message-ID and an Auto-Submitted header', async () => {
  await using server = await startServer();
  const mailer = openTo(server.url);
  await mailer.verify();
  await mailer.send({ ...mail, replyTo: { name: 'João, o leitor', address: 'joao@exemplo.com' } });
  await mailer.close();
  const parsed = await PostalMime.parse(server.received[0]?.content ?? '');
  expect(parsed).toMatchObject({
    messageId: `<${mail.id}@escriba.example>`,
    subject: mail.subject,
    text: `${mail.text}\n`,
    html: `${mail.html}\n`,
    from: { name: 'Escriba', address: 'nao-responda@escriba.example' },
    replyTo: [{ name: 'João, o leitor', address: 'joao@exemplo.com' }],
  });
  expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  expect(Math.abs(Date.parse(parsed.date ?? '') - Date.now())).toBeLessThan(10_000);
});

test('user input cannot inject headers or recipients', async () => {
  await using server = await startServer();
  const mailer = openTo(server.url);
  const attack = 'Oi\r\nBcc: vitima@exemplo.com\r\n\r\nOutro corpo\u2028x\u202e';
  await mailer.send({ ...mail, subject: attack, replyTo: { name: attack, address: 'joao@exemplo.com' } });
  const odd = mailer.send({ ...mail, to: 'ana@exemplo.com, vitima@exemplo.com' });
  await odd.catch(() => {});
  await mailer.close();
  expect(server.received.length).toBeGreaterThan(0);
  for (const { recipients, content } of server.received) {
    expect(recipients).not.toContain('vitima@exemplo.com');
    const { headers, text } = await PostalMime.parse(content);
    expect(headers.map(({ key }) => key)).not.toContain('bcc');
    expect(text).toBe(`${mail.text}\n`);
  }
  const attacked = await PostalMime.parse(server.received[0]?.content ?? '');
  expect(attacked.subject).toBe('Oi Bcc: vitima@exemplo.com Outro corpo x');
});

test.each([
  '=?utf-8?q?Seu_Banco?=',
  'Zé =?utf-8?q?Seu_Banco?= da Silva',
  '=?utf-8?b?U2V1IEJhbmNv?=, =?iso-8859-1?q?Seu_Banco?=',
  '=\u202e?utf-8?q?Seu_Banco?=',
  '==?utf-8?q?Seu_Banco?=?=',
])('an encoded word in the name "%s" stays what the person typed', async (name) => {
  await using server = await startServer();
  const mailer = openTo(server.url);
  const subject = `Contato: ${name}`;
  await mailer.send({ ...mail, subject, replyTo: { name, address: 'joao@exemplo.com' } });
  await mailer.close();
  const content = server.received[0]?.content ?? Buffer.alloc(0);
  const parsed = await PostalMime.parse(content);
  const [reply] = parsed.replyTo ?? [];
  for (const shown of [parsed.subject, reply?.name]) {
    expect(shown).toMatch(/Seu_Banco|U2V1IEJhbmNv/);
    expect(shown).not.toContain('Seu Banco');
  }
  expect(reply?.address).toBe('joao@exemplo.com');
  // Clients differ in the encoded words that they accept, so none of the person's may be in the source.
  const head = content.toString().split('\r\n\r\n')[0] ?? '';
  expect(head).not.toMatch(/=\?[^?\s]+\?[qb]\?(?:Seu_Banco|U2V1IEJhbmNv)\?=/i);
});

test('the mailer reuses connections and closes idle ones', async () => {
  await using server = await startServer();
  const mailer = openTo(server.url);
  for (let sent = 0; sent < 5; sent += 1) await mailer.send(mail);
  expect(server.connections()).toBe(1);
  await mailer.close();
  await expect.poll(server.open).toBe(0);
});

test('the error of an unreachable or refusing mail server does not contain the address', async () => {
  const away = openTo(`smtp://127.0.0.1:${await freePort()}`);
  expect(await faultOf(away.send(mail))).toMatchObject({
    message: 'the mail server cannot be reached (ECONNREFUSED)',
    permanent: false,
  });
  await expect(away.verify()).rejects.toThrow('cannot be reached');
  await away.close();

  await using unknownMailbox = await startServer(refuseRecipients(550, 'no mailbox ana@exemplo.com here'));
  const unknown = await faultOf(openTo(unknownMailbox.url).send(mail));
  expect(unknown).toMatchObject({ permanent: true });
  expect(unknown.message).toMatch(/^the mail server refused the address \(550/);
  expect(unknown.message).not.toContain('ana@');

  await using busy = await startServer(refuseRecipients(451, 'ana@exemplo.com is busy'));
  const later = await faultOf(openTo(busy.url).send(mail));
  expect(later).toMatchObject({ permanent: false });
  expect(later.message).toContain('451');
  expect(later.message).not.toContain('ana@');
});

test('the mailer stops sending at an abort signal', async () => {
  await using slow = await startServer({
    onRcptTo: async (_address, _session, done) =>
      void delay(30_000, undefined, { ref: false }).then(() => done()),
  });
  const stop = new AbortController();
  const sending = openTo(slow.url).send(mail, { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  const startedMs = performance.now();
  expect(await faultOf(sending)).toMatchObject({ message: expect.stringContaining('sending was stopped') });
  expect(performance.now() - startedMs).toBeLessThan(10_000);
});
