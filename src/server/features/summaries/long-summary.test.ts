import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenCounter } from '#server/adapters/language-model/count-tokens.ts';
import { jobContext } from '#tests/helpers/job-context.ts';
import { longSpeech } from '#tests/helpers/long-speech.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import {
  type LanguageCall,
  languageModelControls,
  latestSummary,
  prompt,
  readSummaryStream,
  requestSummary,
} from '#tests/helpers/summary-api.ts';
import { workLines } from '#tests/helpers/work-lines.ts';
import { generateSummary } from './generate-summary.ts';
import { splitTokenBudget } from './model-prompts.ts';
import { runSummary } from './run-summary.ts';

let product: TestProduct;
let model: ReturnType<typeof languageModelControls>;
let ana: TestUser;
const contextTokens = 8_192;
/** The sandbox's model is of no known family. */
const countTokens = tokenCounter('small');

beforeAll(async () => {
  product = await startTestProduct({
    SUMMARY_CONTEXT_TOKENS: String(contextTokens),
    SUMMARY_PARALLEL: '3',
    SUMMARY_PRICE: '0.40/1.60',
  });
  model = languageModelControls(product);
  ana = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

/** The calls that read the transcript itself, not notes of it. */
const readings = (calls: readonly LanguageCall[]) =>
  calls.filter(({ text }) => /^Parte \d+ de \d+, /m.test(text));

/** Counts how often each word occurs between the marks. */
function countedWords(calls: readonly LanguageCall[]) {
  const counts = new Map<string, number>();
  for (const { text } of calls) {
    const inside = /<(texto-\w+)>\n([\s\S]*)\n<\/\1>/.exec(text)?.[2] ?? '';
    for (const word of inside.match(/\p{L}+\d+/gu) ?? [])
      if (!/^s\d+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

const insertLongRecording = (hours: number) => {
  const speech = longSpeech({ hours });
  return insertTranscription(product.deps, { userId: ana.userId, segments: speech.segments }).then((id) => ({
    id,
    ...speech,
  }));
};

test('with 8k of context, every word of three hours reaches the model once, no call is too long, and all is covered', async () => {
  await model.behave({});
  const { id, words } = await insertLongRecording(3);
  const { events } = await readSummaryStream({
    url: `${product.url}/api/summary/generate`,
    token: ana.token,
    body: { jobId: id, customPrompt: prompt },
  });
  expect(events.at(-1)?.event).toBe('finished');
  const calls = await model.calls();
  const counts = countedWords(readings(calls));
  expect(counts.size).toBe(words.length);
  expect(words.filter((word) => counts.get(word) !== 1)).toEqual([]);
  for (const { system, text } of calls)
    expect(countTokens(system) + countTokens(text) + contextTokens / 4).toBeLessThanOrEqual(contextTokens);
  // Notes are condensed, and one last call writes.
  expect(calls.length).toBeGreaterThan(readings(calls).length + 1);
  expect(calls.at(-1)?.text).toMatch(new RegExp(`^<(pedido-[0-9a-f]{12})>\n${prompt}\n</\\1>`));
  const { covers, text } = await latestSummary(ana, id);
  expect(covers).toEqual({ from_ms: 0, to_ms: 10_799_800, duration_ms: 10_799_800, missing: [] });
  expect(text).toMatch(/\(#t=[\d.]+\)/);
  const progress = events.flatMap((each) => (each.event === 'progress' ? [each.data] : []));
  expect(
    progress.some(({ stage, done_parts, total_parts }) => stage === 'reading' && done_parts < total_parts),
  ).toBe(true);
  expect(product.logged()).toMatch(/"dollars":0\.\d+.*"msg":"summarized"/);
}, 60_000);

test('the summary names a part that fails all retries as missing, and covers the rest', async () => {
  const { id, segments } = await insertLongRecording(1);
  const lost = segments.find(({ start_ms }) => start_ms === 1_800_000)?.text ?? '';
  await model.behave({ whenReading: [{ words: lost, day: { status: 500 } }] });
  expect((await requestSummary(ana, id)).status).toBe(200);
  const { covers } = await latestSummary(ana, id);
  expect(covers.missing).toHaveLength(1);
  const [hole] = covers.missing;
  expect(hole?.from_ms).toBeLessThanOrEqual(1_800_000);
  expect(hole?.to_ms).toBeGreaterThan(1_800_000);
  const tries = (await model.calls()).filter(({ text }) => text.includes(lost));
  expect(tries.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
}, 40_000);

test('the server splits a part whose notes are truncated, and reports the remaining truncated parts as missing', async () => {
  const { id, segments } = await insertLongRecording(0.6);
  const lost = segments.find(({ start_ms }) => start_ms === 900_000)?.text ?? '';
  const long = '- Um ponto que se repete nas anotações.\n'.repeat(1_000);
  await model.behave({ whenReading: [{ words: lost, day: { say: long } }] });
  expect((await requestSummary(ana, id)).status).toBe(200);
  const { covers } = await latestSummary(ana, id);
  const tries = readings(await model.calls()).filter(({ text }) => text.includes(lost));
  expect(tries).toHaveLength(4);
  const sizes = tries.map(({ text }) => text.length);
  expect(sizes[3]).toBeLessThan((sizes[0] ?? 0) / 3);
  expect(covers.missing).toHaveLength(1);
  const [hole] = covers.missing;
  expect(hole?.from_ms).toBeLessThanOrEqual(900_000);
  expect(hole?.to_ms).toBeGreaterThan(900_000);
  expect((hole?.to_ms ?? 0) - (hole?.from_ms ?? 0)).toBeLessThan(150_000);
}, 30_000);

test('notes within their limit reach the last call whole', async () => {
  const { id, segments } = await insertLongRecording(0.4);
  const first = segments[0]?.text ?? '';
  const { noteTokens } = splitTokenBudget({ contextTokens, countTokens }, prompt);
  const notes = `- Começo das anotações. ${'x'.repeat(noteTokens * 4 - 60)}\n- FIM DAS ANOTAÇÕES`;
  await model.behave({ whenReading: [{ words: first, day: { say: notes } }] });
  expect((await requestSummary(ana, id)).status).toBe(200);
  expect((await latestSummary(ana, id)).covers.missing).toEqual([]);
  expect((await model.calls()).at(-1)?.text).toContain('FIM DAS ANOTAÇÕES');
}, 30_000);

longTest(
  'the summary names notes that the model fails to condense as missing, and nothing of them remains',
  async () => {
    const { id } = await insertLongRecording(3);
    await model.behave({ whenReading: [{ words: '\nAnotações de 0:00 a', day: { status: 400 } }] });
    expect((await requestSummary(ana, id)).status).toBe(200);
    const one = await latestSummary(ana, id);
    expect(one.covers.missing).toEqual([expect.objectContaining({ from_ms: 0 })]);
    expect(one.covers.from_ms).toBeGreaterThan(0);
    const left = await product.deps.db.execute(
      sql`select 1 from transcription_summary_parts where summary_id = ${one.id}`,
    );
    expect(left.rows).toEqual([]);
  },
  60_000,
);

test('the server splits a text that exceeds its estimate and retries', async () => {
  const { id } = await insertLongRecording(0.2);
  const message = "This model's maximum context length is 8192 tokens.";
  await model.behave({ next: [{ status: 400, message, code: 'context_length_exceeded' }] });
  expect((await requestSummary(ana, id)).status).toBe(200);
  const calls = await model.calls();
  expect(calls[0]?.status).toBe(400);
  expect(readings(calls.slice(1)).length).toBeGreaterThan(1);
  expect((await latestSummary(ana, id)).covers.missing).toEqual([]);
}, 30_000);

test('a wrong key ends the summary at once, without a try per part', async () => {
  const { id } = await insertLongRecording(1);
  await model.behave({ next: Array.from({ length: 20 }, () => ({ status: 401 })) });
  expect((await requestSummary(ana, id)).status).toBe(503);
  expect((await model.calls()).length).toBeLessThanOrEqual(3);
});

test('an interrupted run keeps its finished parts, and the next run reads only the rest', async () => {
  // A second product on the same database that only serves, so that only this test runs its summaries.
  await using serving = await startTestProduct({
    DATABASE_URL: product.config.database.url,
    ROLES: 'web',
    SUMMARY_CONTEXT_TOKENS: String(contextTokens),
    SUMMARY_PARALLEL: '1',
  });
  const theirs = languageModelControls(serving);
  const { deps } = serving;
  const { id, words } = await insertLongRecording(1);
  const summaryId = await deps.db.transaction(async () => {
    const row = await deps.db.execute<{ id: string }>(sql`
      insert into transcription_summaries (transcription_id, user_id, prompt, model, is_sandbox)
      values (${id}, ${ana.userId}, ${prompt}, 'm', true) returning id`);
    return row.rows[0]?.id ?? '';
  });
  const stopping = new AbortController();
  await theirs.behave({ pauseMs: 20 });
  const cut = runSummary(deps, { summaryId }, jobContext({ signal: stopping.signal }));
  cut.catch(() => undefined);
  const answered = async () => readings(await theirs.calls()).filter(({ status }) => status === 200).length;
  await expect.poll(answered, { timeout: 15_000, interval: 30 }).toBeGreaterThanOrEqual(2);
  stopping.abort(new Error('the process stops'));
  await expect(cut).rejects.toThrow();
  const before = (await theirs.calls()).filter(({ status }) => status === 200);

  await theirs.behave({});
  const again = jobContext({ signal: AbortSignal.timeout(30_000) });
  expect(await runSummary(deps, { summaryId }, again)).toBe('completed');
  const counts = countedWords([...readings(before), ...readings(await theirs.calls())]);
  expect(words.filter((word) => (counts.get(word) ?? 0) !== 1)).toEqual([]);
  expect((await latestSummary(ana, id)).covers.missing).toEqual([]);
  expect(await runSummary(deps, { summaryId }, again)).toBe('stale');
}, 60_000);

test('a stranded summary does not keep its owner from requesting another', async () => {
  await model.behave({});
  const { id } = await insertLongRecording(0.1);
  await product.deps.db.execute(sql`
    insert into transcription_summaries (transcription_id, user_id, prompt, model, is_sandbox, updated_at)
    values (${id}, ${ana.userId}, ${prompt}, 'm', true, now() - interval '2 minutes')`);
  const made = await generateSummary(product.deps, ana as never, { transcriptionId: id, prompt });
  expect(made).toBeTruthy();
  const [lost] = workLines(product.logged()).filter(({ transcriptionId }) => transcriptionId === id);
  expect(lost).toMatchObject({ msg: 'work ended', work: 'summary', engine: 'm', outcome: 'failed' });
  expect((await requestSummary(ana, id)).status).toBe(200);
});
