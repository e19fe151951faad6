import type { Page } from '@playwright/test';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { address, choose, sending, submit, tray } from '../fixtures/upload-page.ts';

test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

/** Cuts the event stream of the list within the page, as a lost connection does, and lets it open again. */
const breakable = `(() => {
  const { fetch } = globalThis;
  let cut = new AbortController();
  let isDown = false;
  globalThis.cutStream = () => { isDown = true; cut.abort(); cut = new AbortController(); };
  globalThis.mendStream = () => { isDown = false; };
  globalThis.fetch = (url, init) => {
    if (!String(url).endsWith('/transcriptions/events')) return fetch(url, init);
    if (isDown) return Promise.reject(new TypeError('down'));
    return fetch(url, { ...init, signal: AbortSignal.any([init.signal, cut.signal]) });
  };
})()`;

const half = { durationMs: 600_000, heardMs: 150_000, heardAtStartMs: 0, reason: null, completedAt: null };
const isStates = (response: { url: () => string }) => response.url().endsWith('/api/transcriptions/states');
const reopened = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/transcriptions/events'));

/** Sends two files and sets the first back to a running state, which the engine of the tests leaves too soon. */
async function sendTwo(page: Page) {
  await page.addInitScript(breakable);
  await page.goto(address);
  await choose(
    page,
    { name: 'um.mp3', buffer: await recordingOf(3) },
    { name: 'dois.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  await expect(sending(page).getByText(/^pronta$/)).toHaveCount(2, { timeout: 30_000 });
  const href = await page.getByRole('link', { name: 'Abrir um.mp3' }).getAttribute('href');
  return { id: href?.split('/').at(-1) ?? '', card: sending(page).filter({ hasText: 'um.mp3' }) };
}

test('a card shows the text that was ready while the stream was broken', async ({
  signedIn: page,
  library,
}) => {
  const { id, card } = await sendTwo(page);
  await library.change(id, { status: 'processing', ...half });
  await expect(card).toContainText('ouvindo 27%');
  const asked = page.waitForResponse(isStates);
  await page.evaluate('cutStream()');
  await asked;
  await library.change(id, { status: 'completed', heardMs: 600_000, completedAt: new Date() });
  const open = reopened(page);
  await page.evaluate('mendStream()');
  await open;
  await expect(card).toContainText('pronta');
});

test('while the stream is broken, the card asks for what is heard', async ({ signedIn: page, library }) => {
  const { id, card } = await sendTwo(page);
  await library.change(id, { status: 'processing', ...half });
  await expect(card).toContainText('ouvindo 27%');
  await page.evaluate('cutStream()');
  await library.change(id, { heardMs: 300_000 });
  await expect(card).toContainText('ouvindo 52%', { timeout: 15_000 });
});

test('a stream that opens again changes no card, moves no focus and asks for no text', async ({
  signedIn: page,
}) => {
  await sendTwo(page);
  await page.getByRole('link', { name: 'Conta' }).first().click();
  await expect(tray(page)).toContainText('2 transcrições prontas');
  await tray(page).getByRole('button', { name: 'Fechar' }).focus();
  const texts: string[] = [];
  page.on(
    'request',
    (request) => void (/\/api\/transcribe\//.test(request.url()) && texts.push(request.url())),
  );
  await page.evaluate(`globalThis.changes = 0; new MutationObserver(() => { globalThis.changes += 1; }).observe(
    document.querySelector('section[aria-label="Envios em andamento"]'),
    { childList: true, subtree: true, characterData: true },
  ); 0`);
  await page.evaluate('cutStream()');
  const open = reopened(page);
  await page.evaluate('mendStream()');
  await open;
  // The client asks for untold states after this time.
  await page.waitForTimeout(2_500);
  expect(await page.evaluate('changes')).toBe(0);
  await expect(tray(page).getByRole('button', { name: 'Fechar' })).toBeFocused();
  expect(texts).toEqual([]);
});
