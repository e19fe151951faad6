import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mark } from '#contract/marks.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { findProgram } from '#server/adapters/media/run-ffmpeg.ts';
import { heardSegment } from '#tests/helpers/heard-segment.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { attachmentName } from '#web/api/client.ts';

const run = promisify(execFile);

let product: TestProduct;
let owner: TestUser;
let free: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  [owner, free] = [await signedInUser(product), await signedInUser(product)];
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: owner.userId, name: 'Paula', email: owner.account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
}, 60_000);
afterAll(() => product.close());

/** Each segment takes ten seconds from ten times its id. */
const segments = [
  heardSegment(1, 'Eu não vi o semáforo fechado.', { speaker: 'A' }),
  heardSegment(2, 'Chovia muito?', { speaker: 'B' }),
  heardSegment(3, `A verdade é que ${'ninguém viu nada daquilo naquela noite de chuva '.repeat(7)}mesmo.`, {
    speaker: 'A',
  }),
];
const speakerNames = { A: 'João da Silva', B: 'Promotora Ana' };

const insert = (user = owner) =>
  insertTranscription(product.deps, { userId: user.userId, segments, speakerNames, title: 'Audiência: 12' });

async function mark(id: string, of: { segment: number; quote: string; note?: string }, user = owner) {
  const segment = segments.find((each) => each.id === of.segment);
  const offset = segment?.text.indexOf(of.quote) ?? -1;
  expect(offset).toBeGreaterThanOrEqual(0);
  const before = segment?.text.slice(0, offset).match(/\S+/g)?.length ?? 0;
  const count = of.quote.match(/\S+/g)?.length ?? 0;
  const edit: Omit<Mark, 'id' | 'created_at'> = {
    quote: of.quote,
    passage: of.segment,
    offset,
    start_ms: segment?.words?.[before]?.start_ms ?? null,
    end_ms: segment?.words?.[before + count - 1]?.end_ms ?? null,
    note: of.note ?? '',
  };
  const answer = await user.call(`/transcribe/${id}/marks/${randomUUID()}`, { method: 'PUT', body: edit });
  expect(answer.status).toBe(200);
}

const take = (id: string, format: string, style = 'short', user = owner) =>
  user.call(`/transcribe/${id}/marks.${format}?style=${style}`);

const edit = (id: string, text: string) =>
  owner.call(`/transcribe/${id}/text`, {
    method: 'PATCH',
    body: { revision: 1, changes: [{ id: 1, text }] },
  });

async function documentXml(id: string, style: string) {
  const answer = await take(id, 'docx', style);
  expect(answer.status).toBe(200);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return strFromU8(files['word/document.xml'] ?? new Uint8Array());
}

test('Markdown has each marked passage as a citation in the chosen style, with its note', async () => {
  const id = await insert();
  await mark(id, {
    segment: 1,
    quote: 'não vi o semáforo',
    note: 'Ponto *central*\nda defesa\r\n - um\n  # dois',
  });
  await mark(id, { segment: 2, quote: 'Chovia muito?' });
  const answer = await take(id, 'md');
  expect(answer.headers.get('content-type')).toContain('text/markdown');
  expect(attachmentName(answer.headers.get('content-disposition'))).toBe('Audiência- 12 - trechos.md');
  const text = await answer.text();
  expect(text.startsWith('# Trechos: Audiência: 12\n\n')).toBe(true);
  expect(text).toContain('“[…] não vi o semáforo […]” (João da Silva, 00:00:1');
  expect(text).toContain('Nota: Ponto \\*central\\*\\\nda defesa\\\n \\- um\\\n  \\# dois\n');
  expect(text.indexOf('semáforo')).toBeLessThan(text.indexOf('Chovia muito?'));
  expect(await (await take(id, 'md', 'markdown')).text()).toContain('> **Promotora Ana** (00:00:20): Chovia');
  expect(await (await take(id, 'md', 'petition')).text()).toMatch(
    /\| Tempo \| Depoente \| Trecho \|\n\| --- \| --- \| --- \|\n\| 00:00:1\d–00:00:1\d \| João da Silva \|/,
  );
});

test('Word has a long quotation of ABNT 4 cm from the margin, smaller and with single spacing', async () => {
  const id = await insert();
  await mark(id, { segment: 3, quote: segments[2]?.text ?? '' });
  const xml = await documentXml(id, 'abnt');
  const paragraph = xml.match(/<w:p>(?:(?!<\/w:p>).)*ninguém viu(?:(?!<\/w:p>).)*<\/w:p>/s)?.[0] ?? '';
  // 4 cm in twentieths of a point, 10 pt in half points.
  expect(paragraph).toMatch(/<w:ind [^>]*w:left="226[78]"/);
  expect(paragraph).toContain('<w:sz w:val="20"/>');
  expect(paragraph).toMatch(/<w:spacing [^>]*w:line="240"/);
  expect(paragraph).not.toContain('“');
  expect(paragraph).toContain('(Silva, ');
});

test('Word has the passages of a petition in one table', async () => {
  const id = await insert();
  await mark(id, { segment: 1, quote: 'não vi o semáforo', note: 'Pedir a perícia' });
  await mark(id, { segment: 2, quote: 'Chovia muito?' });
  const xml = await documentXml(id, 'petition');
  expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
  expect(xml.match(/<w:tr>/g)?.length ?? xml.match(/<w:tr /g)?.length).toBe(3);
  const text = xml.replace(/<\/w:p>/g, '\n').replace(/<[^>]+>/g, '');
  expect(text).toMatch(/Tempo\s+Depoente\s+Trecho\s+00:00:1\d–00:00:1\d\s+João da Silva/);
  expect(text).toMatch(/00:00:1\d\. Nota: Pedir a perícia/);
});

test('a citation has the words of now, and says that they have changed; a deleted passage stays with its note', async () => {
  const id = await insert();
  await mark(id, { segment: 1, quote: 'não vi o semáforo', note: 'Conferir' });
  expect((await edit(id, 'Eu não vi o sinal fechado.')).status).toBe(200);
  const changed = await (await take(id, 'md')).text();
  expect(changed).toContain('“[…] não vi o sinal […]”');
  expect(changed).toContain('O texto mudou depois da marca. Antes: “não vi o semáforo”');

  const other = await insert();
  await mark(other, { segment: 1, quote: 'não vi o semáforo', note: 'Conferir' });
  expect((await edit(other, '')).status).toBe(200);
  const deleted = await (await take(other, 'md')).text();
  expect(deleted).toContain('Apagado do texto: “não vi o semáforo”');
  expect(deleted).toContain('Nota: Conferir');
  expect(deleted).not.toContain('João');
});

test('a mark stays at its words after another hearing with other segments, ids and times', async () => {
  const id = await insert();
  await mark(id, { segment: 1, quote: 'não vi o semáforo', note: 'Conferir' });
  const words = segments[0]?.words?.map((word) => ({
    ...word,
    start_ms: word.start_ms + 150,
    end_ms: word.end_ms + 150,
  }));
  // One segment became two, inside the mark.
  const again = [
    { id: 0, start_ms: 10_150, end_ms: 13_050, text: 'Eu não vi', words: words?.slice(0, 3), speaker: 'A' },
    {
      id: 1,
      start_ms: 13_150,
      end_ms: 19_150,
      text: 'o semáforo fechado.',
      words: words?.slice(3),
      speaker: 'A',
    },
  ];
  await product.deps.db
    .update(transcripts)
    .set({ segments: again })
    .where(eq(transcripts.transcriptionId, id));
  const text = await (await take(id, 'md')).text();
  expect(text).toContain('“[…] não vi o semáforo […]” (João da Silva, 00:00:11)');
  expect(text).not.toContain('O texto mudou');
});

test('documents of marks belong to the paid plans, to their owner, and to a text with marks', async () => {
  const id = await insert(free);
  await mark(id, { segment: 2, quote: 'Chovia muito?' }, free);
  expect(await (await take(id, 'md', 'short', free)).json()).toMatchObject({ code: 'plan_required' });
  expect((await take(id, 'md')).status).toBe(404);
  const empty = await take(await insert(), 'docx');
  expect(empty.status).toBe(409);
  expect(await empty.json()).toMatchObject({
    error: 'Este texto não tem trechos marcados. Marque uma fala e baixe de novo.',
  });
  expect((await take(await insert(), 'md', 'apa')).status).toBe(400);
});

longTest('LibreOffice reads the document of marks', async (context) => {
  const office = await findProgram('soffice');
  if (office === undefined) return context.skip('LibreOffice is not on this machine');
  const id = await insert();
  await mark(id, { segment: 1, quote: 'não vi o semáforo' });
  await mark(id, { segment: 2, quote: 'Chovia muito?' });
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'trechos.docx');
  await writeFile(file, new Uint8Array(await (await take(id, 'docx', 'petition')).arrayBuffer()));
  const profile = `-env:UserInstallation=file://${folder.path}/profile`;
  const format = 'txt:Text (encoded):UTF8';
  await run(office, [profile, '--headless', '--convert-to', format, '--outdir', folder.path, file]);
  const text = await readFile(join(folder.path, 'trechos.txt'), 'utf8');
  expect(text).toContain('Promotora Ana');
  expect(text).toContain('Chovia muito?');
});
