import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ListQuery,
  listOrders,
  listSorts,
  listStatuses,
  type TranscriptionPage,
} from '#contract/transcription-list.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
}, 60_000);
afterAll(() => product.close());

async function list({ call }: TestUser, query: Partial<ListQuery> = {}): Promise<TranscriptionPage> {
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await call(`/transcriptions?${asked}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as TranscriptionPage;
}
const titles = async (user: TestUser, query?: Partial<ListQuery>) =>
  (await list(user, query)).items.map(({ title }) => title);
const keep = (
  { userId }: TestUser,
  changes: Partial<Parameters<typeof insertTranscription>[1]> = {},
  text?: string[],
) => insertTranscription(product.deps, { userId, ...changes }, text);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('a user without transcriptions gets an empty first page with has_any false', async () => {
  const ana = await signedInUser(product);
  expect(await list(ana)).toEqual({ items: [], page: 1, pages: 1, total: 0, has_any: false });
  await keep(ana, { title: 'Aula' });
  expect(await list(ana, { q: 'nada disto' })).toMatchObject({ items: [], total: 0, has_any: true });
});

test('a listed transcription has the fields of the table and no text', async () => {
  const bia = await signedInUser(product);
  const id = await keep(
    bia,
    { title: 'Reunião', fileName: 'reunião.m4a', durationMs: 90_500, isExample: true },
    ['Bom dia.'],
  );
  const { items } = await list(bia);
  expect(items).toEqual([
    {
      job_id: id,
      status: 'completed',
      file_name: 'reunião.m4a',
      title: 'Reunião',
      created_at: expect.stringMatching(/Z$/),
      audio_duration: 90.5,
      reason_text: null,
      can_retry: false,
      progress: { percent: 100, seconds_left: 0 },
      is_example: true,
      engine_is_sandbox: false,
      hit: null,
    },
  ]);
});

test('a failed transcription has its reason and says whether it can be retried', async () => {
  const caio = await signedInUser(product);
  const changes = { status: 'failed', reason: 'retries_spent' } as const;
  await keep(caio, { ...changes, originalKey: 'uploads/um' });
  await keep(caio, { ...changes, createdAt: minutesAgo(1) });
  const { items } = await list(caio);
  expect(items.map(({ can_retry }) => can_retry)).toEqual([true, false]);
  expect(items[0]?.reason_text).toContain('Tentamos várias vezes');
});

test('the list has ten per page, newest first, and returns the last page for a page beyond it', async () => {
  const davi = await signedInUser(product);
  for (let number = 1; number <= 23; number += 1)
    await keep(davi, { title: `Aula ${number}`, createdAt: minutesAgo(100 - number) });
  const first = await list(davi);
  expect(first).toMatchObject({ page: 1, pages: 3, total: 23, has_any: true });
  expect(first.items.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Aula ${23 - at}`),
  );
  expect(await titles(davi, { page: 3 })).toEqual(['Aula 3', 'Aula 2', 'Aula 1']);
  const beyond = await list(davi, { page: 99_999 });
  expect(beyond).toMatchObject({ page: 3, total: 23 });
  expect(beyond.items).toHaveLength(3);
});

test.each([
  ['created_at', 'desc'],
  ['created_at', 'asc'],
  ['audio_duration', 'desc'],
  ['audio_duration', 'asc'],
] as const)('the list sorted by %s %s keeps a stable order over its pages', async (sort, order) => {
  const eva = await signedInUser(product);
  const same = minutesAgo(10);
  for (let number = 0; number < 25; number += 1)
    await keep(eva, { createdAt: same, durationMs: number < 12 ? 60_000 : 120_000 });
  const seen: TranscriptionPage['items'][number][] = [];
  for (const page of [1, 2, 3]) seen.push(...(await list(eva, { sort, order, page })).items);
  expect(new Set(seen.map(({ job_id }) => job_id)).size).toBe(25);
  if (sort === 'audio_duration') {
    const durations = seen.map(({ audio_duration }) => audio_duration);
    const direction = order === 'asc' ? 1 : -1;
    expect(durations).toEqual([...durations].sort((one, other) => (one - other) * direction));
  }
});

const filterOf = (status: string) => {
  if (status === 'completed') return status;
  return status === 'pending' || status === 'processing' ? 'pending' : 'failed';
};

test('every page of every order and filter equals a plain sort', async () => {
  const nina = await signedInUser(product);
  const { rows } = await product.deps.db.execute<{
    id: string;
    status: string;
    duration_ms: number;
    n: number;
  }>(sql`
    insert into transcriptions (user_id, file_name, status, duration_ms, language, usage_month, usage_seconds, created_at)
    select ${nina.userId}, 'a.mp3', (array['failed', 'error', 'pending', 'completed'])[n % 4 + 1], n * 7 % 11 * 1000, 'pt',
      '2026-11-01', 1, '2026-11-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 47) n
    returning id, status, duration_ms, extract(minute from created_at)::int as n`);
  for (const status of listStatuses)
    for (const sort of listSorts)
      for (const order of listOrders) {
        const wanted = rows
          .filter((row) => status === 'all' || filterOf(row.status) === status)
          .sort(
            (one, two) => (sort === 'created_at' ? 0 : one.duration_ms - two.duration_ms) || one.n - two.n,
          )
          .map(({ id }) => id);
        if (order === 'desc') wanted.reverse();
        const seen: string[] = [];
        const pages = Math.ceil(wanted.length / 10);
        for (let page = 1; page <= pages; page += 1) {
          const found = await list(nina, { status, sort, order, page });
          expect(found).toMatchObject({ page, pages, total: wanted.length, has_any: true });
          seen.push(...found.items.map(({ job_id }) => job_id));
        }
        expect(seen).toEqual(wanted);
      }
});

test('the status filter puts both error statuses under failed', async () => {
  const fred = await signedInUser(product);
  const statuses = ['pending', 'processing', 'completed', 'error', 'failed'] as const;
  for (const [index, status] of statuses.entries())
    await keep(fred, { title: status, status, createdAt: minutesAgo(index) });
  expect(await titles(fred, { status: 'completed' })).toEqual(['completed']);
  expect(await titles(fred, { status: 'pending' })).toEqual(['pending', 'processing']);
  expect(await titles(fred, { status: 'failed' })).toEqual(['error', 'failed']);
  expect(await titles(fred, { status: 'all' })).toHaveLength(5);
});

test('the list neither shows, counts nor finds deleted and foreign transcriptions', async () => {
  const [gil, other] = [await signedInUser(product), await signedInUser(product)];
  await keep(other, { title: 'Segredo' }, ['Um segredo guardado.']);
  await keep(gil, { title: 'Segredo apagado', isDeleted: true, deletedAt: new Date() }, ['Um segredo.']);
  const empty = { items: [], total: 0, has_any: false };
  expect(await list(gil)).toMatchObject(empty);
  expect(await list(gil, { q: 'segredo' })).toMatchObject(empty);
});

test.each([
  ['reuniao', true],
  ['REUNIÃO', true],
  ['união de p', true],
  ['aula_01', true],
  ['AULA_01.MP3', true],
  ['100%', true],
  ['%', true],
  ['aula%01', false],
  ['aula-01', false],
  ['_', true],
  ['a_la', false],
  ['\\', false],
])('the search for names takes %s literally, except for accents and case', async (q, isFound) => {
  const hugo = await signedInUser(product);
  await keep(hugo, { title: 'Reunião de País: 100%', fileName: 'aula_01.mp3' });
  await keep(hugo, { title: null, fileName: 'sem-nome.wav' });
  expect((await list(hugo, { q })).total).toBe(isFound ? 1 : 0);
});

test('the search finds file names with combining accents', async () => {
  const ivo = await signedInUser(product);
  await keep(ivo, { fileName: 'reunião.mp3'.normalize('NFD') });
  expect((await list(ivo, { q: 'reunião' })).total).toBe(1);
  expect((await list(ivo, { q: 'reunião'.normalize('NFD') })).total).toBe(1);
});

test('search results are paged, filtered and sorted like the list', async () => {
  const julia = await signedInUser(product);
  for (let number = 0; number < 12; number += 1) {
    const status = number === 0 ? 'failed' : 'completed';
    await keep(julia, { title: `Aula ${number}`, status, durationMs: number * 1_000 });
  }
  await keep(julia, { title: 'Outra coisa', fileName: 'outra.mp3' });
  expect(await list(julia, { q: 'aula', page: 2 })).toMatchObject({ page: 2, pages: 2, total: 12 });
  expect(await titles(julia, { q: 'aula', status: 'failed' })).toEqual(['Aula 0']);
  expect(await titles(julia, { q: 'aula', status: 'pending' })).toEqual([]);
  const longest = await titles(julia, { q: 'aula', sort: 'audio_duration', page: 2 });
  expect(longest).toEqual(['Aula 1', 'Aula 0']);
});

test('the server refuses an invalid query', async () => {
  const lia = await signedInUser(product);
  const refused = async (query: string) => {
    const answer = await lia.call(`/transcriptions?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_input' });
  };
  for (const query of ['page=0', 'page=x', 'sort=text', 'order=up', 'status=lost', `q=${'a'.repeat(201)}`])
    await refused(query);
  expect((await fetch(`${product.url}/api/transcriptions`)).status).toBe(401);
});
