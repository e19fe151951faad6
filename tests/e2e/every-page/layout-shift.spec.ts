import { recordingOfSegments } from '#tests/helpers/heard-sentences.ts';
import { paths } from '#web/app/paths.ts';
import { expect, mailboxOf, test } from '../fixtures/fixtures.ts';
import { layoutShift, recordLayoutShifts } from '../fixtures/layout-shifts.ts';
import { sendOne } from '../fixtures/transcription-api.ts';

const atMost = 0.05;
/** The page is open before the first text, and gets it in several parts. */
const delayMsPerMinute = 2_000;
const segmentCount = 60;

async function setEngineDelay(sandboxUrl: string, behaviour: object) {
  const answer = await fetch(new URL('/speech/behaviour', sandboxUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
  expect(answer.status).toBe(200);
}

const delayed = test.extend<{ slowEngine: string }>({
  slowEngine: async ({ product }, use) => {
    const url = mailboxOf(product);
    await setEngineDelay(url, { delayMsPerMinute });
    await use(url);
    await setEngineDelay(url, {});
  },
});

for (const size of [
  { width: 360, height: 740 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
])
  delayed(
    `the page of a running recording hardly moves until its text is finished, at ${size.width} px`,
    async ({ signedIn: page, product, slowEngine: _ }) => {
      await page.setViewportSize(size);
      await recordLayoutShifts(page);
      const id = await sendOne({ page, product, bytes: Buffer.from(recordingOfSegments(segmentCount)) });
      await page.goto(paths.transcription(id));
      await expect(page.getByText('Transcrição em andamento...')).toBeVisible();
      await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible({
        timeout: 45_000,
      });
      const template = page.getByRole('button', { name: 'Resumo conciso', includeHidden: true });
      await expect(template).toBeAttached();
      const { sum, shifts } = await layoutShift(page);
      expect(sum, shifts).toBeLessThan(atMost);
    },
  );
