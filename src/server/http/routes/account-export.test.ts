import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testTextNote } from '#domain/transcript/test-text.ts';
import { accounts, factors, recoveryCodes, sessions, users } from '#server/adapters/db/schema/auth.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { contactMessages, feedbackMessages } from '#server/adapters/db/schema/messages.ts';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { sandboxEngineName } from '#server/adapters/speech/engine.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

/** Every file of the ZIP as text, by its name. */
async function exportOf({ call }: Pick<TestUser, 'call'>, path = '/account/export') {
  const answer = await call(path);
  expect(answer.status).toBe(200);
  const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  return new Map(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const recordsIn = (files: Map<string, string>, name: string) => JSON.parse(files.get(name) ?? '') as object[];

test('the export is one ZIP, named by date, with every topic as JSON and as text', async () => {
  const ana = await signedInUser(product, { name: 'Ana Conceição', occupation: 'Professor(a)' });
  const { db, sealing } = product.deps;
  const { email } = ana.account;
  await db.insert(factors).values({
    userId: ana.userId,
    factorType: 'totp',
    friendlyName: 'Celular da Ana',
    status: 'verified',
    sealed: sealing.seal('JBSWY3DPEHPK3PXP', 'totp'),
  });
  await db.update(sessions).set({ aal: 'aal2' }).where(eq(sessions.id, ana.sessionId));
  await db
    .insert(contactMessages)
    .values({ name: 'Ana', email: email.toUpperCase(), message: 'Uma\ndúvida' });
  await db.insert(feedbackMessages).values({ name: 'Ana', email, message: 'Gostei muito' });
  await db.insert(usageMonths).values({ userId: ana.userId, month: '2026-03-01', settledSeconds: 5_400 });

  const answer = await ana.call('/account/export');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="escriba-dados-\d{4}-\d{2}-\d{2}\.zip"$/,
  );
  const files = await exportOf(ana);
  const topics = [
    'perfil',
    'sessoes',
    'segundo-fator',
    'transcricoes',
    'trechos',
    'resumos',
    'prompts',
    'uso',
    'assinatura',
    'pagamentos',
    'mensagens',
    'interesse',
  ];
  expect([...files.keys()]).toEqual([
    'LEIA-ME.txt',
    ...topics.flatMap((topic) => [`${topic}.json`, `${topic}.txt`]),
  ]);
  for (const topic of topics) expect(files.get('LEIA-ME.txt')).toContain(`${topic}.txt`);

  expect(recordsIn(files, 'perfil.json')).toMatchObject([
    { name: 'Ana Conceição', email, plan: 'free', ways_in: ['Senha', 'Link por e-mail'] },
  ]);
  expect(files.get('perfil.txt')).toContain('Nome: Ana Conceição\n');
  expect(files.get('perfil.txt')).toContain('Ocupação: Professor(a)\n');
  expect(recordsIn(files, 'sessoes.json')).toMatchObject([{ id: ana.sessionId }]);
  expect(recordsIn(files, 'segundo-fator.json')).toEqual([
    expect.objectContaining({ name: 'Celular da Ana', type: 'totp', is_verified: true }),
  ]);
  expect(recordsIn(files, 'uso.json')).toEqual([{ month: '2026-03', used_hours: 1.5 }]);
  expect(files.get('uso.txt')).toContain('Horas usadas: 1,5');
  expect(recordsIn(files, 'mensagens.json')).toMatchObject([
    { kind: 'Pedido de ajuda', message: 'Uma\ndúvida' },
    { kind: 'Opinião sobre o produto', message: 'Gostei muito' },
  ]);
  expect(files.get('mensagens.txt')).toContain('Mensagem:\nUma\ndúvida\n');
});

test('the export holds no secret: no hash, token, code or sealed value', async () => {
  const bia = await signedInUser(product);
  const { db, sealing } = product.deps;
  const phone = '+5511987654321';
  const sealed = [sealing.seal('JBSWY3DPEHPK3PXP', 'totp'), sealing.seal(phone, 'phone')] as const;
  await db.insert(factors).values([
    { userId: bia.userId, factorType: 'totp', friendlyName: 'App', sealed: sealed[0] },
    { userId: bia.userId, factorType: 'phone', friendlyName: 'Telefone', sealed: sealed[1] },
  ]);
  await db.insert(recoveryCodes).values({ userId: bia.userId, codeHash: 'resumo-do-codigo' });
  const google = { accessToken: 'google-acesso', refreshToken: 'google-renovar', idToken: 'google-id' };
  await db.insert(accounts).values({ userId: bia.userId, accountId: 'g-1', providerId: 'google', ...google });
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, bia.userId));
  const kept = await db.select().from(accounts).where(eq(accounts.userId, bia.userId));
  const hash = kept.find(({ password }) => password !== null)?.password ?? '';
  expect(hash.length).toBeGreaterThan(50);

  const all = [...(await exportOf(bia)).values()].join('\n');
  expect(all).toContain('Telefone');
  expect(all).toContain('Google');
  const secrets = [
    hash,
    session?.token ?? '',
    bia.token,
    ...Object.values(google),
    ...sealed,
    'JBSWY3DPEHPK3PXP',
    phone,
    'resumo-do-codigo',
    bia.account.password,
  ];
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(all).not.toContain(secret);
  }
});

test('the export contains transcriptions with their text, but no deleted ones', async () => {
  const lia = await signedInUser(product);
  const recording = {
    userId: lia.userId,
    durationMs: 90_000,
    language: 'pt',
    usageMonth: '2026-03-01',
    usageSeconds: 90,
  };
  const { db } = product.deps;
  const made = await db
    .insert(transcriptions)
    .values([
      { ...recording, fileName: 'aula.mp3', title: 'Aula', status: 'completed' },
      { ...recording, fileName: 'espera.mp3' },
      { ...recording, fileName: 'apagada.mp3', isDeleted: true },
    ])
    .returning({ id: transcriptions.id });
  const segments = [{ id: 0, start_ms: 0, end_ms: 900, text: 'Bom dia' }];
  await db.insert(transcripts).values({ transcriptionId: made[0]?.id ?? '', text: 'Bom dia', segments });
  const files = await exportOf(lia);
  const records = recordsIn(files, 'transcricoes.json') as { file_name: string }[];
  expect(records.map(({ file_name }) => file_name).sort()).toEqual(['aula.mp3', 'espera.mp3']);
  expect(records).toContainEqual(expect.objectContaining({ title: 'Aula', text: 'Bom dia', segments }));
  expect(files.get('transcricoes.txt')).toContain('Título: Aula\nArquivo: aula.mp3\n');
  expect(files.get('transcricoes.txt')).toContain('Duração em minutos: 1,5\nTexto: Bom dia\n');
});

test('the export contains marks in the order of their times, and those of a test text say so', async () => {
  const lia = await signedInUser(product);
  const { userId } = lia;
  const { deps } = product;
  const own = await insertTranscription(deps, { userId, fileName: 'audiencia.mp3' });
  const ofSandbox = await insertTranscription(deps, { userId, engine: sandboxEngineName });
  const deleted = await insertTranscription(deps, { userId, isDeleted: true });
  const marked = { quote: 'a prova', passage: 1, offset: 7 };
  const [early, late] = [new Date('2026-11-20T12:00:00Z'), new Date('2026-11-20T12:00:01Z')];
  const row = (transcriptionId: string, createdAt: Date) => ({
    ...marked,
    id: crypto.randomUUID(),
    transcriptionId,
    note: '',
    createdAt,
    updatedAt: late,
  });
  const timed = { startMs: 754_000, endMs: 755_000, note: 'Perguntar a data.\nE a hora.' };
  const [untimed, first] = [row(ofSandbox, late), { ...row(own, early), ...timed }];
  await deps.db.insert(marks).values([untimed, first, row(deleted, early)]);

  const files = await exportOf(lia);
  const common = { ...marked, updated_at: late.toISOString() };
  expect(recordsIn(files, 'trechos.json')).toEqual([
    {
      ...common,
      id: first.id,
      transcription_id: own,
      file_name: 'audiencia.mp3',
      start_ms: 754_000,
      end_ms: 755_000,
      time: '12:34',
      note: timed.note,
      created_at: early.toISOString(),
    },
    {
      ...common,
      id: untimed.id,
      transcription_id: ofSandbox,
      file_name: 'aula.mp3',
      start_ms: null,
      end_ms: null,
      time: null,
      source: testTextNote,
      note: '',
      created_at: late.toISOString(),
    },
  ]);
  const text = files.get('trechos.txt');
  expect(text).toContain(
    `Arquivo: audiencia.mp3\nTempo: 12:34\nTrecho: a prova\nNota:\n${timed.note}\nMarcado em: `,
  );
  expect(text).toContain(`Tempo: —\nTrecho: a prova\nObservação: ${testTextNote}\nNota: —\nMarcado em: `);
});

test('a user can export only their own data', async () => {
  const caio = await signedInUser(product, { name: 'Caio Braga' });
  const dora = await signedInUser(product, { name: 'Dora Lima' });
  const message = 'Segredo da Dora';
  await product.deps.db.insert(contactMessages).values({ name: 'Dora', email: dora.account.email, message });
  const ofDora = await insertTranscription(product.deps, { userId: dora.userId });
  const mark = { id: crypto.randomUUID(), quote: message, passage: 0, offset: 0, note: message };
  await product.deps.db.insert(marks).values({ ...mark, transcriptionId: ofDora });
  for (const path of [
    '/account/export',
    `/account/export?user_id=${dora.userId}&userId=${dora.userId}&id=${dora.userId}`,
  ]) {
    const all = [...(await exportOf(caio, path)).values()].join('\n');
    expect(all).toContain('Caio Braga');
    for (const foreign of ['Dora', dora.userId, dora.account.email, dora.sessionId, message])
      expect(all).not.toContain(foreign);
  }
  expect((await caio.call(`/account/export/${dora.userId}`)).status).toBe(404);
});

test('the export contains every row of several pages once and in order', async () => {
  const eva = await signedInUser(product);
  const rows = Array.from({ length: 120 }, (_, index) => ({
    name: 'Eva',
    email: eva.account.email,
    message: `Mensagem ${index}`,
    // Several rows share a timestamp across a page boundary.
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 7))),
  }));
  await product.deps.db.insert(contactMessages).values(rows);
  const records = recordsIn(await exportOf(eva), 'mensagens.json') as {
    message: string;
    created_at: string;
  }[];
  expect(new Set(records.map(({ message }) => message)).size).toBe(120);
  expect(records).toHaveLength(120);
  const moments = records.map(({ created_at }) => created_at);
  expect(moments).toEqual([...moments].sort());
});

test('a failure during the export aborts the download instead of ending it normally', async () => {
  const fabio = await signedInUser(product);
  const { db } = product.deps;
  await db.execute(sql`alter table usage_months rename to usage_away`);
  try {
    const answer = await fabio.call('/account/export');
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  } finally {
    await db.execute(sql`alter table usage_away rename to usage_months`);
  }
  expect((await exportOf(fabio)).has('uso.json')).toBe(true);
});

test('the server allows an account five exports an hour', async () => {
  const gil = await signedInUser(product);
  for (let count = 0; count < 5; count += 1) await exportOf(gil);
  const refused = await gil.call('/account/export');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await exportOf(await signedInUser(product));
});

test('a user without a profile can export their account', async () => {
  const hugo = await signedInUser(product);
  await product.deps.db.execute(sql`delete from profiles where id = ${hugo.userId}`);
  const [record] = recordsIn(await exportOf(hugo), 'perfil.json');
  expect(record).toMatchObject({ id: hugo.userId, email: hugo.account.email });
  expect(await product.deps.db.select().from(users).where(eq(users.id, hugo.userId))).toHaveLength(1);
});
