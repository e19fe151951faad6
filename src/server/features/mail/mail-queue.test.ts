import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startSandbox } from '#sandbox/start.ts';
import { openMailer } from '#server/adapters/mail/mailer.ts';
import { readConfig } from '#server/config/config.ts';
import type { JobContext } from '#server/jobs/job-definition.ts';
import { openWorkLog } from '#server/jobs/work-log.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { openTestQueue } from '#tests/helpers/test-queue.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { deliverMail, deliverMailJob, queueMail } from './mail-queue.ts';

const data = { name: 'Ana', link: 'https://escriba.example/confirmar?token=segredo' };
const confirmation = { template: 'confirm-email', to: 'ana@exemplo.com', data } as const;
/** The same job with a shorter back-off. */
const impatient = { ...deliverMailJob, retryDelaySeconds: 1, backoff: false };

/** Real queue, worker, SMTP and mailbox. The mail port is known before the mailbox opens. */
async function openMailWay() {
  const folder = await temporaryFolder();
  const smtpPort = await freePort();
  const it = await openTestQueue([impatient]);
  const config = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_URL: 'https://escriba.example',
  });
  const mailer = openMailer(config);
  const workLog = openWorkLog(it.log);
  const consumer = await it.queue.consumeJobs({
    'deliver-mail': (payload: Parameters<typeof deliverMail>[1], context: JobContext) =>
      deliverMail({ mailer, config, workLog }, payload, context),
  });
  const closers: (() => Promise<void>)[] = [];
  return {
    ...it,
    openMailbox: async () => {
      const sandbox = await startSandbox({ httpPort: 0, smtpPort, parts: ['mail'], stateDir: folder.path });
      closers.push(sandbox.close);
      return `${sandbox.httpUrl}/mailbox`;
    },
    [Symbol.asyncDispose]: async () => {
      await consumer.close();
      await mailer.close();
      for (const close of closers) await close();
      await it[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function count(mailboxUrl: string, to: string) {
  const mails = (await (await fetch(`${mailboxUrl}/messages?to=${to}`)).json()) as unknown[];
  return mails.length;
}

test('a queued mail reaches the mailbox without a retry, and the log contains nothing of it', async () => {
  await using way = await openMailWay();
  const mailbox = await way.openMailbox();
  const startedMs = performance.now();
  await queueMail(way, confirmation);
  const mail = await waitForMail(mailbox, 'ana@exemplo.com');
  expect(performance.now() - startedMs).toBeLessThan(4_000);
  expect(mail.subject).toBe('Confirme seu e-mail no Escriba');
  expect(mail.text).toContain(data.link);
  expect(mail.html).toContain('Confirmar e-mail');
  expect(way.logged()).not.toMatch(/segredo|ana@/);
});

test('the table contains neither address nor link in plain text, and a plain job still sends its mail', async () => {
  await using way = await openMailWay();
  const mailbox = await way.openMailbox();
  const old = { id: crypto.randomUUID(), mail: { ...confirmation, to: 'antes@exemplo.com' } };
  // In one transaction, so that no worker takes the job before it looks old.
  const queued = await way.db.transaction(async (tx) => {
    await queueMail(way, confirmation, { tx });
    const { rows } = await tx.execute(sql`select data::text from jobs.job where name = 'deliver-mail'`);
    await tx.execute(
      sql`update jobs.job set data = ${JSON.stringify(old)}::jsonb where name = 'deliver-mail'`,
    );
    return rows[0]?.data;
  });
  expect(queued).toMatch(/^\{"sealed": "[\w-]+"\}$/);
  await waitForMail(mailbox, 'antes@exemplo.com');
});

test('a transaction that rolls back sends no mail', async () => {
  await using way = await openMailWay();
  const mailbox = await way.openMailbox();
  const attempt = way.db.transaction(async (tx) => {
    await queueMail(way, confirmation, { tx });
    throw new Error('rolled back');
  });
  await expect(attempt).rejects.toThrow('rolled back');
  await queueMail(way, { ...confirmation, to: 'bia@exemplo.com' });
  await waitForMail(mailbox, 'bia@exemplo.com');
  expect(await count(mailbox, 'ana@exemplo.com')).toBe(0);
});

test('a mail server gets a mail once after an outage', async () => {
  await using way = await openMailWay();
  await queueMail(way, confirmation);
  await expect
    .poll(way.logged, { timeout: 5_000 })
    .toContain('the mail server cannot be reached (ECONNREFUSED)');
  const mailbox = await way.openMailbox();
  await waitForMail(mailbox, 'ana@exemplo.com');
  await expect.poll(way.queue.counts).toEqual([{ queue: 'deliver-mail', waiting: 0, active: 0, dead: 0 }]);
  expect(await count(mailbox, 'ana@exemplo.com')).toBe(1);
  expect(way.logged()).not.toMatch(/segredo|ana@/);
});

test('a mail sent again after a crash keeps its Message-ID', async () => {
  await using way = await openMailWay();
  const mailbox = await way.openMailbox();
  await queueMail(way, confirmation);
  const [job] = await way.rows(`select data from jobs.job where name = 'deliver-mail'`);
  await waitForMail(mailbox, 'ana@exemplo.com');
  const payload = JSON.parse(way.sealing.open(job?.data.sealed, 'job deliver-mail'));
  await way.queue.send(deliverMailJob, payload);
  await expect.poll(() => count(mailbox, 'ana@exemplo.com')).toBe(2);
  const mails = (await (await fetch(`${mailbox}/messages`)).json()) as { id: string }[];
  const sources = await Promise.all(
    mails.map(async ({ id }) => (await fetch(`${mailbox}/${id}?view=source`)).text()),
  );
  const identities = sources.map((source) => /^Message-ID: (.*)$/m.exec(source)?.[1]);
  expect(identities[0]).toMatch(/@escriba\.example/);
  expect(identities[1]).toBe(identities[0]);
});
