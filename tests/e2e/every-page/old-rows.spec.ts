import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { oldSegments } from '#tests/helpers/old-rows.ts';
import { paths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

/** The sandbox hears three seconds for each of these. Together they are as long as the old rows. */
const heard = Array.from({ length: 11 }, (_, at) => `Frase de número ${at}.`);

const segment = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`);
const playedMs = (page: Page) => page.evaluate<number>("document.querySelector('audio').currentTime * 1_000");

test('a transcription without times of words opens, plays from a clicked segment, and keeps an edit', async ({
  signedIn: page,
  product,
  db,
}) => {
  const { jobId, read } = await heardTranscript(page, product, heard);
  await db
    .update(transcripts)
    .set({ segments: [...oldSegments], text: transcriptText([...oldSegments]) })
    .where(eq(transcripts.transcriptionId, jobId));
  const url = paths.transcription(jobId);
  await page.goto(url);
  for (const { id, text } of oldSegments) await expect(segment(page, id)).toContainText(text);
  await expect(page.locator('[data-doubtful]')).toHaveCount(0);

  await segment(page, 1).locator('[data-word="0"]').click();
  await expect(segment(page, 1)).toHaveAttribute('data-spoken', '');
  const startMs = oldSegments[1]?.start_ms ?? 0;
  await expect.poll(() => playedMs(page)).toBeGreaterThanOrEqual(startMs - 50);
  expect(await playedMs(page)).toBeLessThan(startMs + 5_000);
  await page.evaluate("void (document.querySelector('audio').currentTime = 25.3)");
  await expect(segment(page, 2)).toHaveAttribute('data-spoken', '');
  await expect(segment(page, 1)).not.toHaveAttribute('data-spoken');
  await page.evaluate("document.querySelector('audio').pause()");

  await page.getByRole('button', { name: 'Editar texto' }).click();
  const said = 'O primeiro ponto é a obra.';
  await segment(page, 1).getByRole('textbox').fill(said);
  await expect
    .poll(async () => (await read()).segments.map(({ text }) => text))
    .toEqual(oldSegments.map(({ id, text }) => (id === 1 ? said : text)));
  await page.goto(url);
  await expect(segment(page, 1)).toContainText(said);
  await expect(segment(page, 2)).toContainText(oldSegments[2]?.text ?? '');
});
