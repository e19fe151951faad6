import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMediaPass, mediaPassExpiry } from '#server/features/transcriptions/read/media-pass.ts';
import { notifyProgress } from '#server/features/transcriptions/run/transcription-status.ts';
import { openEventStream } from '#tests/helpers/event-stream.ts';
import { openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import {
  challengeFactor,
  enrolFactor,
  openTestClock,
  totpCode,
  verifyFactor,
} from '#tests/helpers/second-factor-api.ts';
import {
  type apiClient,
  callAuth,
  signedInUser,
  signInAgain,
  type TestUser,
} from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { languageModelControls, prompt, readSummaryStream } from '#tests/helpers/summary-api.ts';

type Session = Awaited<ReturnType<typeof apiClient>>;

/** The tests end sessions at this process. The streams are open at a second process on the same database. */
let product: TestProduct;
let secondUrl: string;
const second = new AsyncDisposableStack();

/** The timeout is far below the interval of the periodic check, but long enough for a busy machine. */
const immediately = { timeout: 5_000, interval: 25 };

beforeAll(async () => {
  const environment = { SESSION_SECRET: randomBytes(32).toString('hex'), TRUSTED_PROXIES: '127.0.0.1' };
  product = await startTestProduct(environment);
  const PUBLIC_URL = product.url;
  const DATABASE_URL = product.config.database.url;
  const other = second.use(
    await startTestProduct({ ...environment, DATABASE_URL, PUBLIC_URL, ROLES: 'web' }),
  );
  secondUrl = `http://127.0.0.1:${other.config.http.port}`;
}, 90_000);
afterAll(async () => {
  await second.disposeAsync();
  await product.close();
});

function* zeros(bytes: number) {
  const piece = Buffer.alloc(64 * 1024);
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

const chunks = 10;

async function recordingOf({ userId }: TestUser): Promise<string> {
  const { db } = product.deps;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, chunks_total, started_at)
    values (${userId}, 'aula.mp3', 'processing', ${chunks * 60_000}, 'pt', '2026-11-01', 600, ${chunks}, now())
    returning id`);
  const id = rows[0]?.id ?? '';
  await db.execute(sql`
    insert into transcription_chunks (transcription_id, index, start_ms, end_ms)
    select ${id}, number, number * 60000, (number + 1) * 60000 from generate_series(0, ${chunks - 1}) as number`);
  return id;
}

/** Writes words as a worker does for the next chunk, and notifies every process. */
async function writeWords(id: string, text: string) {
  await product.deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ index: number }>(sql`
      select index from transcription_chunks where transcription_id = ${id} and segments is null order by index limit 1`);
    const index = rows[0]?.index ?? 0;
    const start = index * 60_000;
    const segments = [{ id: 0, start_ms: start, end_ms: start + 900, text }];
    await tx.execute(sql`
      update transcription_chunks set segments = ${JSON.stringify(segments)}::jsonb, done_at = now()
      where transcription_id = ${id} and index = ${index}`);
    await tx.execute(sql`update transcriptions set heard_ms = heard_ms + 60000 where id = ${id}`);
    await notifyProgress(tx, id);
  });
}

async function streamsOf({ token }: Session, id: string) {
  const open = (path: string) => openEventStream({ url: `${secondUrl}/api${path}`, token, mayBreak: true });
  const [text, list] = await Promise.all([open(`/transcribe/${id}/events`), open('/transcriptions/events')]);
  expect([text.status, list.status]).toEqual([200, 200]);
  return {
    heard: () => text.segments().map(({ text: words }) => words),
    listEvents: () => list.events.length,
    areOver: () => text.isOver() && list.isOver(),
    close: async () => void (await Promise.all([text.close(), list.close()])),
  };
}

type Ending = {
  name: string;
  /** Ends `elsewhere`, a second session of the same user. */
  end: (who: { owner: TestUser; elsewhere: Session }) => Promise<unknown>;
  /** This also ends the owner's own session. */
  endsOwner?: boolean;
};

async function expectOk(answer: Promise<Response>) {
  const { status, text } = await answer.then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }));
  expect([status, text]).toEqual([expect.toSatisfy((code: number) => code < 400), expect.anything()]);
}

const endings: Ending[] = [
  {
    name: 'its own sign-out',
    end: ({ elsewhere }) => expectOk(callAuth(product, '/sign-out', { cookie: elsewhere.cookie, body: {} })),
  },
  {
    name: 'the end of the other sessions',
    end: ({ owner }) => expectOk(owner.call('/account/sessions/end-others', { method: 'POST' })),
  },
  {
    name: 'a new password',
    end: ({ owner }) =>
      expectOk(owner.call('/account/password', { body: { new_password: 'Outra-senha-forte-7' } })),
  },
  {
    name: 'a password reset by a mailed link',
    endsOwner: true,
    end: async ({ owner: { account } }) => {
      const { email } = account;
      await expectOk(
        callAuth(product, '/request-password-reset', { body: { email, redirectTo: '/redefinir-senha' } }),
      );
      const link = new URL(await waitForLink(product.mailboxUrl, email, 'reset-password'));
      const token = link.pathname.split('/').at(-1) ?? '';
      await expectOk(
        callAuth(product, '/reset-password', { body: { token, newPassword: 'Outra-senha-forte-7' } }),
      );
    },
  },
  {
    name: 'a change of e-mail',
    end: async ({ owner: { account, cookie, token } }) => {
      const newEmail = `novo.${account.email}`;
      await expectOk(
        callAuth(product, '/change-email', {
          body: { newEmail },
          cookie,
          headers: { authorization: `Bearer ${token}` },
        }),
      );
      for (const mailbox of [account.email, newEmail]) {
        const link = await waitForLink(product.mailboxUrl, mailbox, 'verify-email');
        await expectOk(openLink(link, { cookie }));
      }
    },
  },
  {
    name: 'switching on a second factor',
    end: async ({ owner }) => {
      const factor = await enrolFactor(owner, { factor_type: 'totp', friendly_name: 'Celular' });
      const { id } = await challengeFactor(owner, factor.id);
      await expectOk(verifyFactor(owner, factor.id, id, totpCode(factor, openTestClock())));
    },
  },
  {
    name: 'its expiry',
    end: ({ elsewhere: { sessionId } }) =>
      product.deps.db.execute(
        sql`update sessions set expires_at = now() + interval '1 second' where id = ${sessionId}`,
      ),
  },
  {
    name: "an operator's SQL statement",
    end: ({ elsewhere: { sessionId } }) =>
      product.deps.db.execute(sql`delete from sessions where id = ${sessionId}`),
  },
];

test.for(endings)(
  'the server closes the streams of a session on every process immediately after $name',
  { timeout: 40_000 },
  async ({ end, endsOwner = false }) => {
    const owner = await signedInUser(product);
    const id = await recordingOf(owner);
    const elsewhere = await signInAgain(product, owner.account);
    const [mine, theirs] = [await streamsOf(owner, id), await streamsOf(elsewhere, id)];
    await writeWords(id, 'Antes do fim.');
    await expect.poll(theirs.heard, immediately).toEqual(['Antes do fim.']);

    await end({ owner, elsewhere });
    if (!endsOwner) await expect.poll(theirs.areOver, immediately).toBe(true);
    const listed = theirs.listEvents();
    await writeWords(id, 'Depois do fim.');
    await expect.poll(theirs.areOver, immediately).toBe(true);
    if (endsOwner) await expect.poll(mine.areOver, immediately).toBe(true);
    // The other session must still receive the words, which proves that the ended session missed them.
    else await expect.poll(mine.heard, immediately).toEqual(['Antes do fim.', 'Depois do fim.']);
    expect(theirs.heard()).toEqual(['Antes do fim.']);
    expect(theirs.listEvents()).toBe(listed);
    await Promise.all([mine.close(), theirs.close()]);
  },
);

test('the server closes the streams of a deleted account immediately', async () => {
  const owner = await signedInUser(product);
  const streams = await streamsOf(owner, await recordingOf(owner));
  await expectOk(owner.call('/auth/me', { method: 'DELETE' }));
  await expect.poll(streams.areOver, immediately).toBe(true);
  await streams.close();
}, 40_000);

test("the server sends no words after the session's end, even without a notification", async () => {
  const owner = await signedInUser(product);
  const id = await recordingOf(owner);
  const streams = await streamsOf(owner, id);
  await writeWords(id, 'Antes do fim.');
  await expect.poll(streams.heard, immediately).toEqual(['Antes do fim.']);
  const { db } = product.deps;
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table sessions disable trigger session_deleted`);
    await tx.execute(sql`delete from sessions where id = ${owner.sessionId}`);
    await tx.execute(sql`alter table sessions enable trigger session_deleted`);
  });
  await delay(500);
  expect(streams.areOver()).toBe(false);
  await writeWords(id, 'Depois do fim.');
  await expect.poll(streams.areOver, immediately).toBe(true);
  expect(streams.heard()).toEqual(['Antes do fim.']);
  await streams.close();
}, 40_000);

test('a process that missed the notification closes the streams after it reconnects', async () => {
  const owner = await signedInUser(product);
  const streams = await streamsOf(owner, await recordingOf(owner));
  await product.deps.db.transaction(async (tx) => {
    await tx.execute(sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'escriba-listen' and datname = current_database()`);
    // No process listens at this moment, because a process reconnects after a quarter of a second.
    await tx.execute(sql`delete from sessions where id = ${owner.sessionId}`);
  });
  await expect.poll(streams.areOver, immediately).toBe(true);
  await streams.close();
}, 40_000);

test('the server stops sending a summary to a session that has ended', async () => {
  const owner = await signedInUser(product);
  const elsewhere = await signInAgain(product, owner.account);
  const said = ['Bom dia, turma, hoje vamos falar da fotossíntese.', 'A prova será na sexta-feira.'];
  const id = await insertTranscription(product.deps, {
    userId: owner.userId,
    segments: spokenSegments(said),
  });
  const model = languageModelControls(product);
  await model.behave({ pauseMs: 100 });
  const body = { jobId: id, customPrompt: prompt };
  const url = `${secondUrl}/api/summary/generate`;
  const theirs = readSummaryStream({ url, token: elsewhere.token, body });
  const waits = elsewhere.call('/summary/generate', { body: { ...body, transcriptedText: '' } });
  const mine = readSummaryStream({ url, token: owner.token, body });
  await expect.poll(async () => (await model.calls()).length, immediately).toBe(1);
  await product.deps.db.execute(sql`delete from sessions where id = ${elsewhere.sessionId}`);
  expect((await waits).status).toBe(401);
  const names = (await theirs).events.map(({ event }) => event);
  expect((await model.calls())[0]?.status).toBeNull();
  expect(names).not.toContain('finished');
  expect((await mine).events.at(-1)?.event).toBe('finished');
  await model.behave({});
}, 40_000);

test('the server aborts an account export when the session ends', async () => {
  const owner = await signedInUser(product);
  const elsewhere = await signInAgain(product, owner.account);
  // Use random bytes, so that compression cannot fit them into the socket's buffer.
  const avatar = randomBytes(12_000_000).toString('base64');
  await product.deps.db.execute(sql`update profiles set avatar = ${avatar} where id = ${owner.userId}`);
  const answer = await fetch(`${secondUrl}/api/account/export`, {
    headers: { authorization: `Bearer ${elsewhere.token}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  await product.deps.db.execute(sql`delete from sessions where id = ${elsewhere.sessionId}`);
  const rest = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'whole';
  })();
  await expect(rest).rejects.toThrow();
}, 60_000);

test('the server aborts the download of a recording when the session ends', async () => {
  const owner = await signedInUser(product);
  const elsewhere = await signInAgain(product, owner.account);
  const bytes = 64 * 1024 * 1024;
  const key = `test/${owner.userId}.mp3`;
  await product.deps.storage.put(key, Readable.from(zeros(bytes), { objectMode: false }));
  const id = await recordingOf(owner);
  await product.deps.db.execute(sql`
    update transcriptions set status = 'completed', completed_at = now(), audio_key = ${key}, audio_type = 'audio/mpeg'
    where id = ${id}`);
  const { deps } = product;
  const holder = { userId: owner.userId, sessionId: elsewhere.sessionId, level: 'aal1' } as const;
  const pass = createMediaPass(deps, holder, { id, kind: 'audio', endsAt: mediaPassExpiry(deps) });
  const answer = await fetch(`${product.url}/api/transcribe/${id}/media?pass=${pass}`);
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await expectOk(owner.call('/account/sessions/end-others', { method: 'POST' }));
  await expect(
    (async () => {
      while ((await reader?.read())?.done === false) await delay(1);
    })(),
  ).rejects.toThrow();
});
