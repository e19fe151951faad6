import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchHit, TranscriptionPage } from '#contract/transcription-list.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
let ana: TestUser;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  ana = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

const keep = (title: string, sentences: string[], { userId } = ana) =>
  insertTranscription(product.deps, { userId, title }, sentences);

async function search(q: string, { call } = ana): Promise<TranscriptionPage> {
  const answer = await call(`/transcriptions?${new URLSearchParams({ q })}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as TranscriptionPage;
}
const marked = (hit: SearchHit | null | undefined) =>
  hit?.marks.map(({ start, end }) => hit.text.slice(start, end));

test('the search ignores accents and marks the original word in its sentence', async () => {
  const id = await keep('Um', ['Bom dia a todos.', 'Hoje é a REUNIÃO do condomínio, a última.', 'Até logo.']);
  for (const q of ['reuniao', 'Reunião', 'REUNIÕES', 'condominio reuniao', 'última']) {
    const { items } = await search(q);
    expect(items.map(({ job_id }) => job_id)).toEqual([id]);
    expect(items[0]?.hit).toMatchObject({
      text: 'Hoje é a REUNIÃO do condomínio, a última.',
      start_ms: 5_000,
    });
  }
  expect(marked((await search('reuniao condominio')).items[0]?.hit)).toEqual(['REUNIÃO', 'condomínio']);
});

test.each([
  ['professor', 'professores'],
  ['sinais', 'sinal'],
  ['móvel', 'moveis'],
  ['falaram', 'falando'],
  ['transcrições', 'transcricao'],
])('a text with %s matches a search for %s', async (said, q) => {
  const user = await signedInUser(product);
  await keep('Formas', [`Aqui se diz ${said} uma vez.`], user);
  const { items } = await search(q, user);
  expect(marked(items[0]?.hit)).toEqual([said]);
});

test('the found route returns the words of the text that match the search', async () => {
  const user = await signedInUser(product);
  const said = ['A reunião de obra foi adiada.', 'Outras REUNIÕES virão, e obrigado.'];
  const id = await keep('Obras', said, user);
  const found = async (q: string, { call } = user) => {
    const answer = await call(`/transcribe/${id}/found?${new URLSearchParams({ q })}`);
    return answer.ok ? ((await answer.json()) as { words: string[] }).words.toSorted() : answer.status;
  };
  expect(await found('reuniao')).toEqual(['reuniao', 'reunioes']);
  expect(await found('Reuniões de obra')).toEqual(['obra', 'reuniao', 'reunioes']);
  expect(await found('obr')).toEqual(['obra', 'obrigado']);
  // Stop words, missing words and empty searches.
  for (const q of ['de a e', 'unicórnio', '', '%']) expect(await found(q)).toEqual([]);
  expect(await found('reuniao', await signedInUser(product))).toBe(404);
});

test('the search requires all words in the text and shows the sentence with most of them', async () => {
  const user = await signedInUser(product);
  await keep('A', ['O cachorro dorme.', 'O gato mia e o cachorro late.', 'Chove.'], user);
  await keep('B', ['Só o gato mia.'], user);
  const { items } = await search('cachorro gato', user);
  expect(items.map(({ title }) => title)).toEqual(['A']);
  expect(items[0]?.hit).toMatchObject({ text: 'O gato mia e o cachorro late.', start_ms: 5_000 });
  expect(marked((await search('chove cachorro', user)).items[0]?.hit)).toEqual(['cachorro']);
  expect((await search('gato jacaré', user)).total).toBe(0);
});

test('the search completes the last word only', async () => {
  const user = await signedInUser(product);
  await keep('Fotos', ['A fotossíntese transforma a luz.'], user);
  for (const q of ['foto', 'fotossínt', 'luz fotoss', 'transforma fotossíntes'])
    expect((await search(q, user)).total, q).toBe(1);
  expect(marked((await search('fotoss', user)).items[0]?.hit)).toEqual(['fotossíntese']);
  expect((await search('fotossin luz', user)).total).toBe(0);
});

test('a match in the name alone has no sentence', async () => {
  const user = await signedInUser(product);
  await keep('Física', ['Falamos de química.'], user);
  await keep('Química', ['Falamos de outra coisa.'], user);
  const { items } = await search('química', user);
  expect(items.map(({ title, hit }) => [title, hit?.text]).sort()).toEqual([
    ['Física', 'Falamos de química.'],
    ['Química', undefined],
  ]);
});

test('punctuation separates words: e/ou, guarda-chuva, fim.Agora, 3,50', async () => {
  const user = await signedInUser(product);
  await keep('Sinais', ['Traga ativo/passivo, o guarda-chuva e R$ 3,50 no fim.Agora vá.'], user);
  for (const q of ['passivo', 'chuva', 'guarda-chuva', 'agora', '3,50', 'fim'])
    expect((await search(q, user)).total, q).toBe(1);
});

test('the search ignores stop words, and alone they match nothing', async () => {
  const user = await signedInUser(product);
  await keep('Um', ['A aula de história foi boa.'], user);
  expect((await search('a aula de história', user)).total).toBe(1);
  expect((await search('de', user)).total).toBe(0);
});

test.each([
  "d'água",
  '"aspas"',
  "'",
  "''; drop table transcriptions; --",
  'a & b',
  'a |',
  '!',
  '!!!aula',
  '(aula',
  'aula:*',
  ':*',
  'aula <-> tarde',
  '\\',
  '%_\\%',
  '\u0000',
  '💡',
  '🎉 festa 🎉',
  '日本語',
  '² ½ Ⅷ ٣',
  'İstanbul ß æ',
  '́́',
  '[a-z]+(?:x',
  '$1 {x}',
  'a'.repeat(200),
  'x '.repeat(100),
])('the search takes %j as plain text', async (q) => {
  expect(await search(q)).toHaveProperty('total');
});

test('a mark includes combining accents', async () => {
  const user = await signedInUser(product);
  const text = 'Veja: 💡 a reunião é hoje.'.normalize('NFD');
  await keep('Decomposto', [text], user);
  const hit = (await search('reuniao', user)).items[0]?.hit;
  expect(marked(hit)).toEqual(['reunião'.normalize('NFD')]);
});

test('a match in a long segment shows its own sentence and an estimated time', async () => {
  const user = await signedInUser(product);
  const long = [...Array(60).fill('Uma frase qualquer aqui.'), 'Agora o tesouro aparece.', 'E acabou.'];
  await keep('Longo', [long.join(' ')], user);
  const hit = (await search('tesouro', user)).items[0]?.hit;
  expect(hit?.text).toBe('Agora o tesouro aparece.');
  expect(marked(hit)).toEqual(['tesouro']);
  // 240 of 246 words precede it, in five seconds.
  expect(hit?.start_ms).toBe(240 * Math.floor(5_000 / 246));

  await keep(
    'Sem fim',
    [[...Array(80).fill('palavra'), 'diamante', ...Array(80).fill('vírgula')].join(' ')],
    user,
  );
  const cut = (await search('diamante', user)).items[0]?.hit;
  expect(cut?.text).toMatch(/^…palavra .* diamante .* vírgula…$/);
  expect(cut?.text.length).toBeLessThanOrEqual(245);
  expect(marked(cut)).toEqual(['diamante']);
});

test('the search finds the new words of a corrected text and not the old ones', async () => {
  const user = await signedInUser(product);
  const id = await keep('Corrigido', ['Falou-se do batata.'], user);
  const answer = await user.call(`/transcribe/${id}`, {
    method: 'PUT',
    body: { text: 'Falou-se do Renato.' },
  });
  expect(answer.status).toBe(204);
  expect((await search('batata', user)).total).toBe(0);
  expect((await search('renato', user)).total).toBe(1);
});

test('the server stores a text that exceeds the index, and the search finds its beginning', async () => {
  const user = await signedInUser(product);
  const words = Array.from({ length: 200_000 }, (_, at) => `w${at.toString(36)}xyz`).join(' ');
  await keep('Enorme', [`Começo ${words} fimzinho`], user);
  expect((await search('comeco', user)).total).toBe(1);
  expect((await search('fimzinho', user)).total).toBe(0);
}, 60_000);

test('deleting a transcription deletes its indexed words', async () => {
  const user = await signedInUser(product);
  const id = await keep('Some', ['Palavras.'], user);
  const { db } = product.deps;
  const left = async () =>
    (await db.execute(sql`select from transcript_words where transcription_id = ${id}`)).rowCount;
  expect(await left()).toBe(1);
  await db.execute(sql`delete from transcriptions where id = ${id}`);
  expect(await left()).toBe(0);
});

test('a recording is found by the name of a person who speaks in it, and shows what the person says first', async () => {
  const user = await signedInUser(product);
  const said = spokenSegments(['Bom dia a todos.', 'A obra atrasou.', 'Por quê?']).map((segment, at) => ({
    ...segment,
    speaker: at === 1 ? 'B' : 'A',
  }));
  const id = await insertTranscription(product.deps, {
    userId: user.userId,
    segments: said,
    speakerNames: { A: 'José', B: 'Zuleica Moraes' },
  });
  for (const q of ['zuleica', 'Moraes', 'zule', 'zuleica josé']) {
    const { items } = await search(q, user);
    expect(items.map(({ job_id }) => job_id)).toEqual([id]);
  }
  const { items } = await search('moraes', user);
  expect(items[0]?.hit).toMatchObject({
    text: 'Zuleica Moraes: A obra atrasou.',
    start_ms: said[1]?.start_ms,
  });
  expect(marked(items[0]?.hit)).toEqual(['Moraes']);
  // Words of the text come before names.
  const both = await search('zuleica obra', user);
  expect(both.items[0]?.hit?.text).toBe('A obra atrasou.');

  const numbered = { revision: 1, changes: [], speaker_names: { A: 'Pessoa 2', B: 'Zuleica Moraes' } };
  expect((await user.call(`/transcribe/${id}/text`, { method: 'PATCH', body: numbered })).status).toBe(200);
  expect((await search('pessoa', user)).items).toEqual([]);

  const renamed = { revision: 2, changes: [], speaker_names: { A: 'José', B: 'Outra' } };
  expect((await user.call(`/transcribe/${id}/text`, { method: 'PATCH', body: renamed })).status).toBe(200);
  expect((await search('zuleica', user)).items).toEqual([]);
  expect((await search('outra', user)).items).toHaveLength(1);
});
