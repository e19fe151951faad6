import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { languageModelControls, latestSummary, requestSummary } from '#tests/helpers/summary-api.ts';
import { attachmentName } from '#web/api/client.ts';

let product: TestProduct;
let free: TestUser;
let paying: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  free = await signedInUser(product);
  paying = await signedInUser(product);
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: paying.userId, name: 'Paula', email: paying.account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
}, 60_000);
afterAll(() => product.close());

const say = [
  '## Decisões',
  '',
  'A **prova** de física fica para _sexta_. [s1]',
  '',
  'A prova vale nove pontos. [s1]',
  '',
  '- Levar calculadora <b>',
  '  - e lápis',
  '1. Estudar',
  '',
  '| Tarefa | Prazo |',
  '| --- | --- |',
  '| Lista | amanhã |',
].join('\n');

async function summaryOf(user: typeof free) {
  await languageModelControls(product).behave({ next: [{ say }] });
  const segments = spokenSegments(['Bom dia, turma!', 'A prova de física fica para sexta.', 'Boa sorte.']);
  const changes = { title: 'Física: prova' };
  const id = await insertTranscription(product.deps, { userId: user.userId, segments, ...changes });
  expect((await requestSummary(user, id)).status).toBe(200);
  return latestSummary(user, id);
}

const take = (user: typeof free, id: string, format: string) => user.call(`/summaries/${id}/${format}`);

const said = [
  'Resumo: Física: prova',
  'Cobre 0:00 a 0:0',
  'Decisões',
  'A prova de física fica para sexta',
  'Levar calculadora',
  'e lápis',
  'Estudar',
  'Lista · amanhã (sem trecho que comprove)',
  'A prova vale nove pontos. (sem trecho que comprove)',
];

test('Markdown, DOCX and PDF exports hold the content of the screen and have a name', async () => {
  const { id } = await summaryOf(paying);
  const md = await take(paying, id, 'md');
  expect(md.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(attachmentName(md.headers.get('content-disposition'))).toBe('Física- prova - resumo.md');
  const markdown = await md.text();
  expect(markdown).toMatch(/^# Resumo: Física: prova\n\n> .*motor de teste/);
  expect(markdown).toContain('A **prova** de física fica para _sexta_. (0:0');
  expect(markdown).toContain('A prova vale nove pontos. (sem trecho que comprove)');
  expect(markdown).not.toMatch(/#t=|#sem|<b>/);

  const docx = await take(paying, id, 'docx');
  const parts = unzipSync(new Uint8Array(await docx.arrayBuffer()));
  const xml = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
  expect(xml).toMatch(/<w:b\/>(?:(?!<\/w:r>).)*prova/);
  const inDocx = xml.replace(/<[^>]+>/g, '');
  const pdf = await readPdf(new Uint8Array(await (await take(paying, id, 'pdf')).arrayBuffer()));
  const inPdf = pdf.pages.flatMap(({ lines }) => lines).join(' ');
  for (const text of said) {
    expect(inDocx).toContain(text);
    expect(inPdf).toContain(text);
  }
  for (const text of [inDocx, inPdf]) expect(text).not.toMatch(/\*\*|#t=|#sem|---/);
}, 30_000);

test('summary exports require a paid plan and the user’s own summary', async () => {
  const { id } = await summaryOf(free);
  for (const format of ['md', 'docx', 'pdf']) {
    const answer = await take(free, id, format);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'plan_required']);
    expect((await take(paying, id, format)).status).toBe(404);
  }
});
