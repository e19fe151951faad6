import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import { expect } from './fixtures.ts';
import { heardTranscript } from './shown-transcript.ts';

export type World = { page: Page; product: { url: string }; db: Database };

/** A sentence, and the confidence of its doubtful words. */
export type Heard = readonly [text: string, doubts?: Readonly<Record<string, number>>];

function segmentOf(segment: StoredSegment, [text, doubts = {}]: Heard): StoredSegment {
  const texts = text.split(' ');
  const wordMs = (segment.end_ms - segment.start_ms) / texts.length;
  const words = texts.map((word, index) => ({
    text: word,
    start_ms: Math.round(segment.start_ms + index * wordMs),
    end_ms: Math.round(segment.start_ms + (index + 1) * wordMs),
    confidence: doubts[word] ?? 0.95,
  }));
  return { ...segment, text, words };
}

/**
 * Opens a recording of three seconds for each sentence. The sandbox hears tones, so the text and its confidences are
 * set: its own words are only numbers. The words of the sentences are the person's own, so none is unfamiliar.
 */
export async function openHeard({ page, product, db }: World, heard: readonly Heard[]) {
  const transcript = await heardTranscript(
    page,
    product,
    heard.map(([text]) => text),
  );
  const stored = (await transcript.read()).segments as StoredSegment[];
  const segments = stored.map((segment, at) => segmentOf(segment, heard[at] ?? ['']));
  await db
    .update(transcripts)
    .set({ segments, text: transcriptText(segments) })
    .where(eq(transcripts.transcriptionId, transcript.jobId));
  const url = paths.transcription(transcript.jobId);
  await page.goto(url);
  await expect(page.locator('[data-segment="0"]')).toContainText(heard[0]?.[0] ?? '');
  await expect(page.getByRole('button', { name: 'Tocar', exact: true })).toBeVisible();
  return { ...transcript, url };
}

export const editor = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`).getByRole('textbox');
export const isPaused = (page: Page) => page.evaluate<boolean>('document.querySelector("audio").paused');
export const playedMs = (page: Page) =>
  page.evaluate<number>('document.querySelector("audio").currentTime * 1000');

export async function tabTo(page: Page, selector: string) {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 presses of Tab did not reach ${selector}`);
}
