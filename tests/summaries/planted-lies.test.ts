import { afterAll, beforeAll, expect, test } from 'vitest';
import { unprovedText } from '#domain/evidence/unproved-mark.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { languageModelControls, latestSummary, requestSummary } from '#tests/helpers/summary-api.ts';
import { readSummarisedRecording, type SummarySentence } from './summarised-recordings.ts';

let product: TestProduct;
let ana: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  ana = await signedInUser(product);
}, 60_000);
afterAll(() => product.close());

/** The sandbox's model stops at a length, as others do. */
const sentencesAtOnce = 40;

async function insertRecording(name: 'hearing' | 'clinic') {
  const recording = readSummarisedRecording(name);
  const voices = [...new Set(recording.segments.map(({ voice }) => voice))];
  const keyOf = (voice: string) => `speaker_${voices.indexOf(voice)}`;
  const segments = recording.segments.map(({ startMs, voice, text }, id) => ({
    id,
    start_ms: startMs,
    end_ms: startMs + 4_000,
    text,
    speaker: keyOf(voice),
  }));
  const speakerNames = Object.fromEntries(voices.map((voice) => [keyOf(voice), voice]));
  const changes = { userId: ana.userId, segments, speakerNames };
  return { ...recording, id: await insertTranscription(product.deps, changes) };
}

/** Lets the model write these sentences as a list, and returns those that the summary marks. */
async function markedOf<Sentence extends SummarySentence>(id: string, sentences: readonly Sentence[]) {
  const marked: Sentence[] = [];
  for (let from = 0; from < sentences.length; from += sentencesAtOnce) {
    const some = sentences.slice(from, from + sentencesAtOnce);
    const say = some.map(({ text, refs }) => `- ${text} [${refs.join(', ')}]`).join('\n');
    await languageModelControls(product).behave({ next: [{ say }] });
    expect((await requestSummary(ana, id)).status).toBe(200);
    const lines = (await latestSummary(ana, id)).text.split('\n');
    expect(lines).toHaveLength(some.length);
    marked.push(...some.filter((_, at) => lines[at]?.includes(unprovedText)));
  }
  return marked;
}

/** The check was tuned on the hearing. The clinic was written before the check and tuned nothing. */
test.each(['hearing', 'clinic'] as const)(
  'the summary of the %s marks 19 of 20 planted lies and at most one of 20 true sentences',
  async (name) => {
    const { id, trueSentences, lies } = await insertRecording(name);
    const markedTruths = await markedOf(id, trueSentences);
    const markedLies = new Set(await markedOf(id, lies));
    const missed = lies.filter((lie) => !markedLies.has(lie));
    expect(new Set(lies.map(({ kind }) => kind)).size).toBe(10);
    expect(missed.length, `missed: ${missed.map(({ text }) => text).join(' ')}`).toBeLessThanOrEqual(
      lies.length * 0.05,
    );
    expect(
      markedTruths.length,
      `marked: ${markedTruths.map(({ text }) => text).join(' ')}`,
    ).toBeLessThanOrEqual(trueSentences.length * 0.05);
  },
  120_000,
);

test('a sentence in the words of the transcript is never marked', async () => {
  for (const name of ['hearing', 'clinic'] as const) {
    const { id, segments } = await insertRecording(name);
    const spoken = segments.map(({ text }, at) => ({ text, refs: [`s${at}`] }));
    expect(await markedOf(id, spoken)).toEqual([]);
  }
}, 120_000);
