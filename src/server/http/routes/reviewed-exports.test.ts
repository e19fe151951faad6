import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TranscriptExportSchema } from '#contract/transcript.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
let owner: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  owner = await signedInUser(product);
  const facts = { plan: 'basic-monthly', name: 'Paula <Dias>' };
  await product.deps.db
    .insert(profiles)
    .values({ id: owner.userId, email: owner.account.email, ...facts })
    .onConflictDoUpdate({ target: profiles.id, set: facts });
}, 60_000);
afterAll(() => product.close());

/** Passages of 64, 26 and 10 seconds, with pauses between them. */
const passages = [
  { id: 0, start_ms: 0, end_ms: 64_000, text: 'Bom dia, turma!' },
  { id: 1, start_ms: 70_000, end_ms: 96_000, text: 'Hoje é a prova.' },
  { id: 2, start_ms: 100_000, end_ms: 110_000, text: 'Boa sorte.' },
];
const insert = () => insertTranscription(product.deps, { userId: owner.userId, segments: passages });

async function confirm(id: string, ids: readonly number[], { heardMs = 3_600_000 } = {}) {
  const checked = passages
    .filter((each) => ids.includes(each.id))
    .map(({ id: passage, text }) => ({ id: passage, text, heard_ms: heardMs }));
  const answer = await owner.call(`/transcribe/${id}/checks`, {
    method: 'PATCH',
    body: { checked, unchecked: [] },
  });
  expect(answer.status).toBe(200);
}

const read = (id: string, format: string) => owner.call(`/transcribe/${id}/${format}`);
const textOf = async (id: string) => (await read(id, 'txt?review=1')).text();

const today = () =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' }).format(new Date());

test('a document says who has reviewed how much of the spoken time, on demand only', async () => {
  const id = await insert();
  await confirm(id, [0]);
  const line = `Revisado por Paula <Dias> em ${today()}: 64 % do tempo falado.`;
  const [, , review] = (await textOf(id)).split('\n');
  expect(review).toBe(line);
  const pdf = await readPdf(new Uint8Array(await (await read(id, 'pdf?review=1')).arrayBuffer()));
  expect(pdf.pages.flatMap(({ lines }) => lines).join(' ')).toContain(line);
  const docx = unzipSync(new Uint8Array(await (await read(id, 'docx?review=1')).arrayBuffer()));
  expect(strFromU8(docx['word/document.xml'] ?? new Uint8Array())).toContain(
    `Revisado por Paula &lt;Dias&gt; em ${today()}: 64 % do tempo falado.`,
  );
  const json = TranscriptExportSchema.strict().parse(await (await read(id, 'json?review=1')).json());
  expect(json.review).toMatchObject({ by: 'Paula <Dias>', share: 0.64 });

  for (const format of ['txt', 'json', 'txt?review=0'])
    expect(await (await read(id, format)).text()).not.toContain('Paula');
});

test('only a text that is confirmed as a whole is reviewed to 100 %', async () => {
  const id = await insert();
  await confirm(id, [0, 1]);
  expect(await textOf(id)).toContain(': 90 % do tempo falado.');
  await confirm(id, [2]);
  expect(await textOf(id)).toContain(': 100 % do tempo falado.');
});

test('a passage that was decided without its sound is not reviewed', async () => {
  const id = await insert();
  await confirm(id, [0], { heardMs: 0 });
  expect(await textOf(id)).not.toContain('Revisado');
  await confirm(id, [1]);
  expect(await textOf(id)).toContain(': 26 % do tempo falado.');
});

test('only the sound that was played counts, because a long passage is confirmed after its doubtful words', async () => {
  const id = await insert();
  await confirm(id, [0], { heardMs: 2_400 });
  expect(await textOf(id)).toContain(': 2 % do tempo falado.');
  // Hearing it again adds, and hearing less takes nothing away.
  await confirm(id, [0], { heardMs: 5_000 });
  await confirm(id, [0], { heardMs: 1_000 });
  expect(await textOf(id)).toContain(': 5 % do tempo falado.');
});

test('a share is rounded down, but never to nothing', async () => {
  const long = { id: 3, start_ms: 200_000, end_ms: 7_200_000, text: 'Uma longa aula.' };
  const segments = [...passages, long];
  const id = await insertTranscription(product.deps, { userId: owner.userId, segments });
  await confirm(id, [2]);
  expect(await textOf(id)).toContain(': 1 % do tempo falado.');
});

test('a corrected passage is no longer reviewed, and a text without a confirmed passage says nothing', async () => {
  const id = await insert();
  expect(await textOf(id)).not.toContain('Revisado');
  await confirm(id, [0, 1]);
  const changes = [{ id: 0, text: 'Boa tarde, turma!' }];
  const edit = { method: 'PATCH', body: { revision: 1, changes } };
  expect((await owner.call(`/transcribe/${id}/text`, edit)).status).toBe(200);
  expect(await textOf(id)).toContain(': 26 % do tempo falado.');
  const json = TranscriptExportSchema.parse(await (await read(id, 'json?review=1')).json());
  expect(json.review?.share).toBe(0.26);
  // An emptied passage says nothing, so there is nothing to review in it.
  const emptied = { method: 'PATCH', body: { revision: 2, changes: [{ id: 0, text: '' }] } };
  expect((await owner.call(`/transcribe/${id}/text`, emptied)).status).toBe(200);
  expect(await textOf(id)).toContain(': 72 % do tempo falado.');
});
