import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFormats, TranscriptExportSchema } from '#contract/transcript.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { oldSegments } from '#tests/helpers/old-rows.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';

/** Transcriptions from before the engines returned words. */

let product: TestProduct;
let user: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  user = await signedInUser(product);
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: user.userId, name: 'Paula', email: user.account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
});
afterAll(() => product.close());

const insert = () => insertTranscription(product.deps, { userId: user.userId, segments: [...oldSegments] });

const edit = (id: string, changes: { id: number; text: string }[]) =>
  user.call(`/transcribe/${id}/text`, { method: 'PATCH', body: { revision: 1, changes } });

async function textIn(format: string, bytes: Uint8Array): Promise<string> {
  if (format === 'pdf') return (await readPdf(bytes)).pages.flatMap(({ lines }) => lines).join(' ');
  if (format !== 'docx') return strFromU8(bytes);
  return strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]+>/g, '');
}

test('an old transcription is answered as it is stored, and an edit changes only its text', async () => {
  const id = await insert();
  expect((await readJob(product, user.token, id)).segments).toEqual(oldSegments);
  expect((await edit(id, [{ id: 1, text: 'O primeiro ponto é a obra.' }])).status).toBe(200);
  expect((await readJob(product, user.token, id)).segments).toEqual(
    oldSegments.map((segment) =>
      segment.id === 1 ? { ...segment, text: 'O primeiro ponto é a obra.' } : segment,
    ),
  );
});

test.each(exportFormats)('an edited old transcription is exported as %s', async (format) => {
  const id = await insert();
  await edit(id, [{ id: 2, text: 'E o segundo é a data.' }]);
  const answer = await user.call(`/transcribe/${id}/${format}`);
  expect(answer.status).toBe(200);
  const text = (await textIn(format, new Uint8Array(await answer.arrayBuffer()))).replace(/\s+/g, ' ');
  for (const said of ['Bom dia a todos,', 'orçamento.', 'E o segundo é a data.'])
    expect(text).toContain(said);
});

test('the cues of an old transcription stay within its phrases, and its JSON has no words', async () => {
  const id = await insert();
  const vtt = await (await user.call(`/transcribe/${id}/vtt`)).text();
  const times = [...vtt.matchAll(/(\d\d):(\d\d)\.(\d{3}) --> \d\d:(\d\d):(\d\d)\.(\d{3})/g)].map((match) => {
    const [fromMinute = 0, from = 0, fromMs = 0, toMinute = 0, to = 0, toMs = 0] = match.slice(1).map(Number);
    return [fromMinute * 60_000 + from * 1_000 + fromMs, toMinute * 60_000 + to * 1_000 + toMs] as const;
  });
  expect(times.length).toBeGreaterThanOrEqual(oldSegments.length);
  expect(times[0]?.[0]).toBe(480);
  for (const [at, [startMs, endMs]] of times.entries()) {
    expect(endMs).toBeGreaterThan(startMs);
    expect(startMs).toBeGreaterThanOrEqual(times[at - 1]?.[1] ?? 0);
  }
  const json = TranscriptExportSchema.strict().parse(
    await (await user.call(`/transcribe/${id}/json`)).json(),
  );
  expect(json.segments.map(({ start, end, words }) => [start * 1_000, end * 1_000, words])).toEqual(
    oldSegments.map(({ start_ms, end_ms }) => [start_ms, end_ms, undefined]),
  );
});
