import { whyUncovered } from '#tests/helpers/spoken-word.ts';
import { storeHearing } from '#tests/helpers/stored-hearing.ts';
import { paths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { sendAndWait, tones } from '../fixtures/transcription-api.ts';

const shownWords = `[...document.querySelectorAll('[data-word]')].filter((word) => (${whyUncovered})(word) === undefined).length`;

test('a text of 58 minutes shows at least 200 and 260 words beside its summary, and 80 on a phone, before any scrolling', async ({
  signedIn: page,
  product,
  db,
}) => {
  // The player takes its room too, so the recording has a sound; a short one, because an hour takes long to decode.
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await storeHearing(db, id, { turnSegments: 3 });

  const words = page.locator('[data-word]');
  const countShown = async () => {
    await page.goto(paths.transcription(id));
    await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
    await expect(words.first()).toBeVisible();
    return page.evaluate<number>(shownWords);
  };
  for (const [width, height, atLeast] of [
    [1440, 900, 200],
    [1920, 1080, 260],
    [360, 740, 80],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect.soft(await countShown(), `${width} px`).toBeGreaterThanOrEqual(atLeast);
  }
});
