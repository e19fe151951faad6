import type { Locator, Page } from '@playwright/test';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { storeHearing } from '#tests/helpers/stored-hearing.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';

const turnSegments = 7;
const markedTurns = [5, 20, 31, 58];

/** 62 turns without a sound, which would bring the text along. Four of them are marked, and the summary cites them. */
const test = base.extend<{ hearing: { url: string; ids: number[] } }>({
  hearing: async ({ account, db }, use) => {
    const { userId } = account;
    const id = await insertTranscription({ db }, { userId }, ['Bom dia.']);
    const segments = await storeHearing(db, id, { turnSegments });
    const cited = markedTurns
      .map((turn) => segments[turn * turnSegments + 3])
      .filter((segment) => segment !== undefined);
    await db.insert(marks).values(
      cited.map((segment) => ({
        id: crypto.randomUUID(),
        transcriptionId: id,
        quote: segment.text,
        passage: segment.id,
        offset: 0,
        startMs: segment.start_ms,
        endMs: segment.end_ms,
        note: '',
      })),
    );
    const text = cited
      .map(({ start_ms }, at) => `- Frase ${at}. [${at}:00](#t=${start_ms / 1_000})`)
      .join('\n');
    await db.insert(transcriptionSummaries).values({
      transcriptionId: id,
      userId,
      prompt: 'Resuma.',
      status: 'done',
      text,
      model: 'um-modelo',
      isSandbox: false,
      covers: { from_ms: 0, to_ms: 58 * 60_000, duration_ms: 58 * 60_000, missing: [] },
    });
    await use({ url: paths.transcription(id), ids: cited.map((segment) => segment.id) });
  },
});

async function collapse(page: Page) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Recolher texto' }).click();
  await expect(page.getByRole('button', { name: 'Abrir texto inteiro' })).toBeAttached();
}

async function open(page: Page, url: string) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(url);
  await expect(page.locator('[data-segment="0"]')).toBeVisible();
}

/** Presses the buttons in an order that jumps down and up. The rows settle for half a second after the text opens. */
async function expectEachOpens(page: Page, ids: readonly number[], buttonAt: (at: number) => Locator) {
  for (const at of [2, 0, 3, 1]) {
    await collapse(page);
    await buttonAt(at).click();
    await expect(page.getByRole('button', { name: 'Recolher texto' })).toBeAttached();
    await page.waitForTimeout(1_000);
    await expect(page.locator(`[data-segment="${ids[at]}"]`)).toBeInViewport();
  }
}

test('a collapsed text opens at the pressed moment of the summary', async ({ signedIn: page, hearing }) => {
  await open(page, hearing.url);
  await expectEachOpens(page, hearing.ids, (at) => page.locator('button.summary-moment').nth(at));
});

test('a collapsed text opens at the pressed row of the marks', async ({ signedIn: page, hearing }) => {
  await open(page, hearing.url);
  await page.getByRole('tab', { name: /^Trechos/ }).click();
  const rows = page.getByRole('list', { name: 'Trechos marcados' }).getByRole('listitem');
  await expectEachOpens(page, hearing.ids, (at) => rows.nth(at).getByRole('button').first());
});
