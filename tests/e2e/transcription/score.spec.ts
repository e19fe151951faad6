import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { isPaused, playedMs } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

const names = { A: 'Ana', B: 'Bruno' };
const lines = (page: Page) => page.locator('.score-lines path');
const bubble = (page: Page) => page.locator('.waveform-bubble');
const slider = (page: Page) => page.getByRole('slider', { name: 'Posição na gravação' });

/** Four sentences of three seconds. Ana says the first, third and fourth, Bruno the second. */
async function openDialogue(page: Page, product: { url: string }, db: Database, voices = 'ABAA') {
  const transcript = await heardTranscript(page, product, ['um dois', 'três quatro', 'cinco', 'seis']);
  const stored = (await transcript.read()).segments as StoredSegment[];
  const segments = stored.map((segment, at) => ({ ...segment, speaker: voices.charAt(at) }));
  await db
    .update(transcripts)
    .set({ segments, speakerNames: names })
    .where(eq(transcripts.transcriptionId, transcript.jobId));
  await page.goto(`/dashboard/transcricoes/${transcript.jobId}`);
  await expect(page.getByRole('button', { name: 'Tocar', exact: true })).toBeVisible();
  return { ...transcript, segments };
}

/** The place of a moment on a line, counted from the last one. */
async function pointOf(page: Page, { share, line }: { share: number; line: number }) {
  const box = await page.locator('.score-lines').boundingBox();
  if (box === null) throw new Error('no lines');
  return { x: box.x + box.width * share, y: box.y + box.height - 2 - line * 4 };
}

test('a line per voice shows who speaks when; pointing names the voice, and pressing plays there', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openDialogue(page, product, db);
  await expect(lines(page)).toHaveCount(2);
  // Ana speaks most, so hers is the first line.
  await expect(lines(page).first()).toHaveAttribute('data-voice', 'Ana');
  const bruno = await pointOf(page, { share: 0.35, line: 0 });
  await page.mouse.move(bruno.x, bruno.y);
  await expect(bubble(page)).toContainText('Bruno · 0:04');
  await page.mouse.move(bruno.x, bruno.y - 20);
  // Above the lines, the voice that speaks then.
  await expect(bubble(page)).toContainText('Bruno');
  expect(await isPaused(page)).toBe(true);
  await page.mouse.click(bruno.x, bruno.y);
  await expect.poll(() => isPaused(page)).toBe(false);
  // The element may still be loading its first sound.
  await expect.poll(() => playedMs(page)).toBeGreaterThan(3_500);
  await page.keyboard.press('k');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^0:0[45] de 0:1\d, Bruno$/);
  await expectNoAxeViolations(page);
});

test('a press on the waveform still only seeks', async ({ signedIn: page, product, db }) => {
  await openDialogue(page, product, db);
  const { x, y } = await pointOf(page, { share: 0.5, line: 0 });
  await page.mouse.click(x, y - 22);
  await expect.poll(() => playedMs(page)).toBeGreaterThan(4_000);
  expect(await isPaused(page)).toBe(true);
});

test('hits of a search and marked passages have ticks', async ({ signedIn: page, product, db }) => {
  const { jobId, segments } = await openDialogue(page, product, db);
  const [, second] = segments;
  if (second === undefined) throw new Error('no second segment');
  const now = new Date();
  await db.insert(marks).values({
    id: randomUUID(),
    transcriptionId: jobId,
    quote: second.text,
    passage: second.id,
    offset: 0,
    startMs: second.start_ms,
    endMs: second.end_ms,
    note: '',
    createdAt: now,
    updatedAt: now,
  });
  await page.reload();
  await expect(page.locator('.score-ticks [data-kind="mark"]')).toHaveAttribute('d', /^M\d+ 0v5$/);
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: /Localizar/ }).fill(segments[2]?.text ?? '');
  await expect(page.locator('.score-ticks [data-kind="hit"]')).toHaveAttribute('d', /^M\d+ 0v5/);
});

test('a text of one voice has the waveform alone, in full height', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openDialogue(page, product, db, 'AAAA');
  await expect(page.locator('.waveform')).toBeVisible();
  await expect(lines(page)).toHaveCount(0);
  const [frame, bars] = [
    await page.locator('.waveform').boundingBox(),
    await page.locator('.waveform-bars').first().boundingBox(),
  ];
  expect(bars?.height).toBe(frame?.height);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the lines are there only while a finger is on the waveform', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openDialogue(page, product, db);
    await expect(page.locator('.score-lines')).toBeHidden();
    const box = await slider(page).boundingBox();
    if (box === null) throw new Error('no slider');
    const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
    await page.mouse.move(at(0.2).x, at(0.2).y);
    await page.mouse.down();
    await page.mouse.move(at(0.35).x, at(0.35).y, { steps: 4 });
    await expect(page.locator('.score-lines')).toBeVisible();
    await expect(bubble(page)).toContainText('Bruno');
    await page.mouse.up();
    await expect(page.locator('.score-lines')).toBeHidden();
    expect(await isPaused(page)).toBe(true);
  });
});
