import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptText } from '#domain/transcript/transcript-text.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { editor, openHeard, type World } from '../fixtures/doubtful-text.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { bar, decidedOf, selected, start } from '../fixtures/reviewed-text.ts';

/** The list draws only the rows in view of a text with so many. */
const passages = 300;
/** Passages far from the top, which the list does not draw at first. */
const [worst, next] = [200, 120];

async function openLong(world: World) {
  const { page, db } = world;
  const review = await openHeard(world, [['O vutamento chegou'], ['O dedeciu chegou', { dedeciu: 0.3 }]]);
  const [first] = (await review.read()).segments as StoredSegment[];
  const segments = Array.from({ length: passages }, (_, id): StoredSegment => {
    const startMs = id * 1_000;
    const texts = ['O', id === worst ? 'vutamento' : 'dedeciu', 'chegou'];
    const confidences = [0.95, id === worst ? 0.1 : id === next ? 0.3 : 0.95, 0.95];
    const words = texts.map((text, at) => ({
      text,
      start_ms: startMs + at * 300,
      end_ms: startMs + (at + 1) * 300,
      confidence: confidences[at],
    }));
    return { ...first, id, text: texts.join(' '), start_ms: startMs, end_ms: startMs + 900, words };
  });
  await db
    .update(transcripts)
    .set({ segments, text: transcriptText(segments) })
    .where(eq(transcripts.transcriptionId, review.jobId));
  await db
    .update(transcriptions)
    .set({ durationMs: passages * 1_000 })
    .where(eq(transcriptions.id, review.jobId));
  await page.goto(review.url);
  await expect(start(page, 2)).toBeVisible();
  return review;
}

const isInView = (page: Page, id: number) =>
  expect(page.locator(`[data-segment="${id}"]`)).toBeInViewport({ ratio: 1 });

test('in a long text the review goes to the worst passage, and letters correct its word', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openLong({ page, product, db });
  await start(page, 2).click();
  await expect(editor(page, worst)).toBeFocused();
  await isInView(page, worst);
  expect(await selected(page)).toBe('vutamento');
  await page.keyboard.type('anexo');
  await expect(editor(page, worst)).toHaveText('O anexo chegou');
  await page.keyboard.press('Tab');
  await expect(editor(page, next)).toBeFocused();
  await isInView(page, next);
  expect(await decidedOf(page, review)).toEqual({ heard: [], unheard: [] });
});

test('letters decide nothing while the passage in hand is not on the page', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openLong({ page, product, db });
  await start(page, 2).click();
  await expect(editor(page, worst)).toBeFocused();
  await bar(page).getByRole('button', { name: 'Ouvir de novo' }).focus();
  await page.evaluate('scrollTo(0, 0)');
  await expect(editor(page, worst)).toHaveCount(0);
  await page.keyboard.type('nax');
  await expect(bar(page)).toContainText('Faltam 2');
  await page.keyboard.press('Escape');
  expect(await decidedOf(page, review)).toEqual({ heard: [], unheard: [] });
  await expect(page.getByText('inaudível')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('in a long text the review shows the worst passage', async ({ signedIn: page, product, db }) => {
    await openLong({ page, product, db });
    await start(page, 2).tap();
    await isInView(page, worst);
  });
});
