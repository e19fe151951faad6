import { eq } from 'drizzle-orm';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import { madeSpeech } from '../made-speech.ts';
import { whyUncovered } from '../spoken-word.ts';
import { spokenSegments } from '../stored-transcriptions.ts';
import { expect, test } from './fixtures.ts';
import { sendAndWait, tones } from './transcription-api.ts';

const durationMs = 58 * 60_000;
const wordCount = 8_636;
const segmentWords = 20;
const turnSegments = 3;
const speakerNames = {
  speaker_0: 'Presidente Moraes',
  speaker_1: 'Secretária Lúcia',
  speaker_2: 'Dr. Paulo (empresa)',
  speaker_3: 'Moradora do Jardim Aurora',
};

/** Makes a hearing of 58 minutes with four voices. */
function hearing() {
  const whole = madeSpeech({ sentences: Math.floor(wordCount / segmentWords), words: segmentWords });
  const texts = [...whole, ...madeSpeech({ sentences: 1, words: wordCount % segmentWords })];
  const segmentMs = durationMs / texts.length;
  return spokenSegments(texts).map((segment, at) => {
    const start_ms = Math.round(at * segmentMs);
    const wordMs = segmentMs / (segment.words?.length ?? 1);
    const words = (segment.words ?? []).map((word, index) => ({
      ...word,
      start_ms: Math.round(start_ms + index * wordMs),
      end_ms: Math.round(start_ms + (index + 1) * wordMs) - 20,
    }));
    const speaker = `speaker_${Math.floor(at / turnSegments) % Object.keys(speakerNames).length}`;
    return { ...segment, start_ms, end_ms: Math.round((at + 1) * segmentMs) - 100, words, speaker };
  });
}

const shownWords = `[...document.querySelectorAll('[data-word]')].filter((word) => (${whyUncovered})(word) === undefined).length`;

test('a text of 58 minutes shows at least 110 words on a desktop and 60 on a phone before any scrolling', {
  tag: '@always',
}, async ({ signedIn: page, product, db }) => {
  // The player takes its room too, so the recording has a sound; a short one, because an hour takes long to decode.
  const id = await sendAndWait({ page, product, bytes: await tones() });
  const segments = hearing();
  const text = transcriptText(segments);
  await db
    .update(transcripts)
    .set({ segments, text, speakerNames })
    .where(eq(transcripts.transcriptionId, id));
  // No engine, because the page marks texts of the sandbox's engine with a note, and people see none.
  await db
    .update(transcriptions)
    .set({ durationMs, engine: null, title: 'Audiência pública: transporte coletivo, primeira sessão' })
    .where(eq(transcriptions.id, id));

  const words = page.locator('[data-word]');
  const countShown = async () => {
    await page.goto(paths.transcription(id));
    await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
    await expect(words.first()).toBeVisible();
    return page.evaluate<number>(shownWords);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  expect.soft(await countShown()).toBeGreaterThanOrEqual(110);
  await page.setViewportSize({ width: 360, height: 740 });
  expect.soft(await countShown()).toBeGreaterThanOrEqual(60);
});
