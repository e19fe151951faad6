import type { Page } from '@playwright/test';
import { testTextLabel, testTextNote } from '#domain/transcript/test-text.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { hearSentences } from '#tests/helpers/heard-sentences.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { paths } from '#web/app/paths.ts';
import { expectWellDrawn } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { startProductProcess } from '../fixtures/product-process.ts';
import { serveInstallation } from '../fixtures/serve-installation.ts';
import { signInAt } from '../fixtures/sign-in-at.ts';
import { showTab } from '../fixtures/summary-tab.ts';
import { address, choose, sending, submit, tray } from '../fixtures/upload-page.ts';

const sentence = 'A cidade inteira apagava às dez.';
const noModel = 'Texto de teste: nenhum modelo de fala está instalado, e isto não é o que foi dito.';

const rowsIn = (page: Page) =>
  page.getByRole('region', { name: 'Últimas transcrições' }).getByRole('listitem');
const textColumn = (page: Page) => page.getByRole('main');

test('home and the list mark a text of the sandbox, and no other text', {
  tag: ['@every-size'],
}, async ({ signedIn: page, library }) => {
  const sentences = ['Bom dia.', sentence];
  await library.insert([
    { title: 'De teste', engine: 'sandbox', sentences },
    { title: 'De verdade', engine: 'local:parakeet', sentences },
  ]);
  await page.goto('/dashboard');
  await expect(rowsIn(page).filter({ hasText: 'De teste' })).toContainText(`${testTextLabel}Bom dia.`);
  await expect(rowsIn(page).filter({ hasText: 'De verdade' })).toContainText('Bom dia.');
  await expect(page.getByText(testTextLabel)).toHaveCount(1);
  await expectWellDrawn(page);

  await page.goto(`${paths.transcriptions}?q=cidade`);
  await expect(page.getByText('cidade', { exact: true })).toHaveCount(2);
  await expect(page.getByText(testTextLabel)).toHaveCount(1);
  const listed = page.locator('li, tr').filter({ hasText: 'De teste' });
  await expect(listed).toContainText(testTextLabel);
  await expectWellDrawn(page);
});

test('the card, the tray and the rows of a running recording mark what the sandbox heard', {
  tag: ['@every-size'],
}, async ({ signedIn: page, library }) => {
  await page.goto(address);
  await choose(
    page,
    { name: 'um.mp3', buffer: await recordingOf(3) },
    { name: 'dois.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  const card = sending(page).filter({ hasText: 'um.mp3' });
  await expect(card).toContainText('pronta', { timeout: 30_000 });
  const href = await card.getByRole('link', { name: 'Abrir um.mp3' }).getAttribute('href');
  const id = href?.split('/').at(-1) ?? '';
  const half = { durationMs: 600_000, heardMs: 150_000, heardAtStartMs: 0, completedAt: null };
  await library.change(id, { status: 'processing', reason: null, ...half, startedAt: new Date() });
  await expect(card).not.toContainText(testTextLabel);
  await library.hear(id, ['Bom dia.', sentence]);
  const marked = `${testTextLabel}“${sentence}”`;
  await expect(card).toContainText(marked);
  await expectWellDrawn(page);

  await page.evaluate(`document.querySelector('a[href="/dashboard/conta"]').click()`);
  await tray(page).getByRole('button', { name: 'Ouvindo' }).click();
  await expect(tray(page)).toContainText(marked);
  await page.goto('/dashboard');
  await expect(rowsIn(page).filter({ hasText: 'um.mp3' })).toContainText(marked);
  await page.goto(paths.transcriptions);
  const listed = page.locator('li, tr').filter({ hasText: 'um.mp3' });
  await expect(listed).toContainText(`“${sentence}”`);
  await expect(listed).toContainText(testTextLabel);
});

test('the page of the text says why it is not what was said, on the screen, on paper and copied', {
  tag: ['@every-size'],
}, async ({ signedIn: page, library, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await serveInstallation(page, { sandboxParts: ['mail'], speechModelMissing: false });
  const [id = ''] = await library.insert([{ engine: 'sandbox', sentences: ['Bom dia.', sentence] }]);
  await page.goto(paths.transcription(id));
  const old =
    'Texto de teste: foi feito sem modelo de fala, e não é o que foi dito. Para ter a transcrição, envie a gravação de novo.';
  await expect(textColumn(page)).toContainText(old);
  await expectWellDrawn(page);
  const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
  expect(pages[0]?.lines.join(' ')).toContain('Texto de teste: foi feito sem modelo de fala');
  const copy = page.getByRole('button', { name: 'Copiar texto' });
  if (await copy.isVisible()) {
    await copy.click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toMatch(new RegExp(`^${testTextNote}`));
  }

  // On a phone the summary stands in the place of the text.
  await showTab(page, 'Resumo');
  await page.getByRole('button', { name: 'Resumo conciso' }).click();
  await expect(
    page.getByText('Texto de teste: o resumo vem de um texto que não é o que foi dito.'),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('Resumo gerado:')).toBeVisible();
  await expectWellDrawn(page);
});

test('without a network and a model, a person reads at once that the text is a test', async ({ page }) => {
  test.setTimeout(240_000);
  const environment = { SPEECH_MODEL: '', MODELS_URL: `http://127.0.0.1:${await freePort()}` };
  const own = await startProductProcess({ environment });
  try {
    const token = await signInAt(page, own);
    const { jobId } = await hearSentences(own, token, [sentence]);
    await page.goto(`${own.url}${paths.transcription(jobId)}`);
    await expect(textColumn(page)).toContainText(noModel);
    await page.goto(`${own.url}/dashboard`);
    await expect(rowsIn(page)).toContainText(`${testTextLabel}${sentence}`);
    // A page that is left open would look for the stopped product.
    await page.goto('about:blank');
  } finally {
    await own.stop();
  }
});
