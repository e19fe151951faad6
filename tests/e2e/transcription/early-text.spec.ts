import type { Page } from '@playwright/test';
import { madeSpeech } from '#tests/helpers/made-speech.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { paths } from '#web/app/paths.ts';
import { storageKeys } from '#web/browser/storage-keys.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

type Heard = Awaited<ReturnType<typeof heardTranscript>>;

const test = base.extend<{ heard: Heard }>({
  heard: async ({ signedIn: page, product }, use) => {
    // The first page behind the sign-in stores the access token.
    await page.goto(paths.dashboard);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await use(await heardTranscript(page, product, madeSpeech({ sentences: 3, words: 8 })));
  },
});

/** The requests for the text, by the status of their answers. */
function statusesOf(page: Page, id: string) {
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === apiPaths.transcription(id)) statuses.push(answer.status());
  });
  return statuses;
}

const openText = async (page: Page, id: string) => {
  await page.goto(paths.transcription(id));
  await expect(page.locator('[data-segment="2"] [data-text]')).toBeVisible();
};

test('the browser requests the text and the modules of its page before the first script module has run', async ({
  signedIn: page,
  heard: { jobId },
}) => {
  const statuses = statusesOf(page, jobId);
  const isText = (url: string) => new URL(url).pathname === apiPaths.transcription(jobId);
  const earlyText = page.waitForRequest((request) => isText(request.url()));
  const earlyPage = page.waitForRequest(/\/assets\/transcription-[^/]+\.js/);
  const earlyFrame = page.waitForRequest(/\/assets\/dashboard-[^/]+\.js/);
  // No module of the page runs until all three requests are on their way.
  await page.route(/\/assets\/entry\.client-[^/]+\.js/, async (route) => {
    await Promise.all([earlyText, earlyPage, earlyFrame]);
    await route.continue();
  });
  await openText(page, jobId);
  expect(statuses).toEqual([200]);
});

const withKept = (page: Page, change: string) =>
  page.evaluate(`{
    const kept = JSON.parse(localStorage.getItem(${JSON.stringify(storageKeys.session)}));
    ${change};
    localStorage.setItem(${JSON.stringify(storageKeys.session)}, JSON.stringify(kept));
  }`);

test('the text opens when the stored token is refused, or too old to send early', async ({
  signedIn: page,
  heard: { jobId },
  expectedNoise,
}) => {
  expectedNoise.push(/401/);
  const statuses = statusesOf(page, jobId);
  await withKept(page, 'kept.access_token = kept.access_token.slice(0, -6) + "AAAAAA"');
  await openText(page, jobId);
  // The early request is the only one with the refused token.
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(2);

  statuses.length = 0;
  await withKept(page, 'kept.received_at_ms -= 3_600_000');
  await openText(page, jobId);
  expect(statuses).toEqual([200]);
});

test('the page requests the text itself when the early request is lost', async ({
  signedIn: page,
  heard: { jobId },
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  let requests = 0;
  await page.route(
    (url) => url.pathname === apiPaths.transcription(jobId),
    (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : route.continue();
    },
  );
  await openText(page, jobId);
  expect(requests).toBe(2);
});
