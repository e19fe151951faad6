import type { Page } from '@playwright/test';
import { paths } from '#web/app/paths.ts';
import {
  test as base,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
} from '../fixtures/fixtures.ts';
import { heardTranscript, isApiCall, startTextGallery } from '../fixtures/shown-transcript.ts';

const test = base.extend<object, { gallery: string }>({
  gallery: [
    async ({ browserName: _ }, use) => {
      const gallery = await startTextGallery();
      await use(gallery.url);
      await gallery.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const sentences = [
  'Bom dia a todos',
  'Hoje falamos de ação',
  'E de reação também',
  'A ação do vento',
  'Até a próxima aula',
];

const segment = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`);
const editor = (page: Page, id: number) => segment(page, id).getByRole('textbox');
const showSentenceTimes = (page: Page) => page.getByRole('button', { name: 'Tempos em cada frase' }).click();
const edit = (page: Page) => page.getByRole('button', { name: 'Editar texto' }).click();

async function openTranscript(page: Page, product: { url: string }) {
  const transcript = await heardTranscript(page, product, sentences);
  const url = paths.transcription(transcript.jobId);
  await page.goto(url);
  await expect(segment(page, 0)).toContainText('Bom dia');
  return { ...transcript, url };
}

test('the player plays a clicked word, and the text marks the spoken word and keeps it in view', async ({
  page,
  gallery,
}) => {
  await page.goto(`${gallery}?segments=200`);
  await segment(page, 1).locator('[data-word="3"]').click();
  await expect(page.getByTestId('sought')).not.toBeEmpty();
  await expect(segment(page, 1).locator('[data-word="3"]')).toHaveAttribute('data-spoken');
  await page.getByRole('button', { name: 'Tocar ou parar' }).click();
  await expect(segment(page, 1).locator('[data-word="3"]')).not.toHaveAttribute('data-spoken');
  await expect(segment(page, 3)).toHaveAttribute('data-spoken', '', { timeout: 15_000 });

  // After manual scrolling, the text must not scroll until the user presses the button.
  const box = page.getByRole('region', { name: 'Texto da transcrição' });
  await box.hover();
  await page.mouse.wheel(0, 4_000);
  const back = page.getByRole('button', { name: 'Voltar ao trecho que toca' });
  await expect(back).toBeVisible();
  const scrolledPx = () => page.evaluate<number>('scrollY');
  const before = await scrolledPx();
  await page.waitForTimeout(1_000);
  expect(await scrolledPx()).toBe(before);
  await back.click();
  await expect(page.locator('[data-word][data-spoken]')).toBeInViewport();
  await expect(back).toBeHidden();
});

test('Enter on a time seeks to its segment', async ({ page, gallery }) => {
  await page.goto(`${gallery}?segments=60`);
  await showSentenceTimes(page);
  const time = segment(page, 2).getByRole('button', { name: /Ouvir a partir de/ });
  await time.press('Enter');
  await expect(segment(page, 2)).toHaveAttribute('data-spoken');
});

test('the text is one Tab stop, and the arrow keys move through its times', async ({ page, gallery }) => {
  await page.context().route(isApiCall, (route) => route.abort());
  await page.goto(`${gallery}?segments=60&speakers=2`);
  await page.getByRole('button', { name: 'Buscar' }).focus();
  const time = (row: number) =>
    page.locator(`[data-index="${row}"]`).getByRole('button', { name: /Ouvir a partir de/ });
  await page.keyboard.press('Tab');
  // The speaker's name stands above the text, and comes before the time.
  await expect(page.getByRole('button', { name: 'Pessoa 1: mudar quem fala' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(time(0)).toBeFocused();
  for (let id = 1; id <= 12; id += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(time(id)).toBeFocused();
  }
  await page.keyboard.press('ArrowUp');
  await expect(time(11)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.locator('[data-index] :focus').count()).toBe(0);
});

test('the transcription’s page plays from a clicked word', async ({ signedIn: page, product }) => {
  await openTranscript(page, product);
  const word = segment(page, 2).locator('[data-word="1"]');
  await word.click();
  await expect(segment(page, 2)).toHaveAttribute('data-spoken');
  await expect(segment(page, 3)).toHaveAttribute('data-spoken', '', { timeout: 15_000 });
  await expect(word).not.toHaveAttribute('data-spoken');
});

test('the page saves edits and shows them after a reload', { tag: '@always' }, async ({
  signedIn: page,
  product,
}) => {
  const { url, read } = await openTranscript(page, product);
  await edit(page);
  await editor(page, 1).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' e');
  // Enter must not split the segment.
  await page.keyboard.press('Enter');
  await page.keyboard.type(' de força');
  await expect(page.getByText('Salvando…')).toBeVisible();
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(url);
  await expect(segment(page, 1)).toContainText('Hoje falamos de ação e de força');
  const { segments, text } = await read();
  expect(text).toContain('Hoje falamos de ação e de força');
  expect(segments).toHaveLength(sentences.length);
  expect(segments[1]?.words).toHaveLength(7);
});

test('undo and redo work across segments, by key and by button', async ({ signedIn: page, product }) => {
  const { read } = await openTranscript(page, product);
  await edit(page);
  await editor(page, 0).fill('Boa tarde');
  await editor(page, 2).fill('Outra coisa');
  await page.keyboard.press('Control+z');
  await expect(editor(page, 2)).toHaveText(sentences[2] ?? '');
  await page.keyboard.press('Control+z');
  await expect(editor(page, 0)).toHaveText(sentences[0] ?? '');
  await expect(editor(page, 0)).toBeFocused();
  await page.keyboard.press('Control+Shift+z');
  await expect(editor(page, 0)).toHaveText('Boa tarde');
  await page.getByRole('button', { name: 'Refazer' }).click();
  await expect(editor(page, 2)).toHaveText('Outra coisa');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await expect.poll(async () => (await read()).segments[2]?.text).toBe(sentences[2]);
});

test('find ignores accents, and replace changes one match or all matches', async ({
  signedIn: page,
  product,
}) => {
  const { read } = await openTranscript(page, product);
  await page.getByRole('region', { name: 'Texto da transcrição' }).press('Control+f');
  const bar = page.getByRole('search', { name: 'Localizar no texto' });
  await expect(bar.getByLabel('Localizar', { exact: true })).toBeFocused();
  await page.keyboard.type('acao');
  await expect(bar.getByRole('status')).toHaveText('1 de 3');
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toHaveText('2 de 3');
  await page.keyboard.press('Shift+Enter');
  await expect(bar.getByRole('status')).toHaveText('1 de 3');
  await bar.getByLabel('Diferenciar acentos e maiúsculas').click();
  await expect(bar.getByRole('status')).toHaveText('Nenhum resultado');
  await bar.getByLabel('Diferenciar acentos e maiúsculas').click();
  await bar.getByLabel('Trocar por').fill('ação e ação');
  await bar.getByRole('button', { name: 'Trocar', exact: true }).click();
  await expect(segment(page, 1)).toContainText('Hoje falamos de ação e ação');
  await expect(bar.getByRole('status')).toHaveText('3 de 4');
  await bar.getByLabel('Trocar por').fill('obra');
  await bar.getByRole('button', { name: 'Trocar todas' }).click();
  await expect(bar.getByRole('status')).toHaveText('4 trocas feitas.');
  await expect(segment(page, 2)).toContainText('E de reobra também');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(segment(page, 2)).toContainText(sentences[2] ?? '');
  await expect(segment(page, 1)).toContainText('Hoje falamos de ação e ação');
  await expect.poll(async () => (await read()).segments[3]?.text).toBe(sentences[3]);
  await bar.getByLabel('Localizar', { exact: true }).press('Escape');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Buscar' })).toBeFocused();
});

test('the second of two tabs with a conflict chooses a version, and undo restores the other', async ({
  signedIn: page,
  product,
  context,
}) => {
  const { url, read } = await openTranscript(page, product);
  const other = await context.newPage();
  await other.goto(url);
  await edit(page);
  await edit(other);
  await editor(page, 0).fill('Da primeira');
  await editor(page, 4).fill('Só da primeira');
  await expect.poll(async () => (await read()).segments[0]?.text).toBe('Da primeira');
  await editor(other, 0).fill('Da segunda');
  const dialog = other.getByRole('dialog', { name: 'Este texto mudou em outro lugar' });
  await expect(dialog).toContainText('Da primeira');
  await expect(dialog).toContainText('Da segunda');
  await expectNoAxeViolations(other);
  await dialog.getByRole('button', { name: 'Ficar com o do outro lugar' }).click();
  await expect(editor(other, 0)).toHaveText('Da primeira');
  await expect(editor(other, 4)).toHaveText('Só da primeira');
  await other.getByRole('button', { name: 'Desfazer' }).click();
  await expect(editor(other, 0)).toHaveText('Da segunda');
  await expect.poll(async () => (await read()).segments[0]?.text).toBe('Da segunda');
  expect((await read()).segments[4]?.text).toBe('Só da primeira');
});

test.describe('without a connection', () => {
  test.use({ expectedNoise: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test('the page reports the lost connection, keeps edits over a reload, and saves them when the connection returns', async ({
    signedIn: page,
    product,
    context,
  }) => {
    const { url, read } = await openTranscript(page, product);
    await edit(page);
    await context.setOffline(true);
    await editor(page, 0).fill('Escrito sem rede');
    await expect(page.getByText('Não salvo: sem conexão. Tentamos de novo.')).toBeVisible();
    await editor(page, 3).fill('E mais isto');
    await context.setOffline(false);
    await expect(page.getByText('Tudo salvo')).toBeVisible();
    expect((await read()).segments[0]?.text).toBe('Escrito sem rede');
    await expect.poll(async () => (await read()).segments[3]?.text).toBe('E mais isto');

    await context.setOffline(true);
    // The text exceeds the keepalive limit for requests of a closing page.
    await editor(page, 2).fill('Antes da queda. '.repeat(900));
    await expect(page.getByText('Não salvo: sem conexão. Tentamos de novo.')).toBeVisible();
    // Close the page, because a page that navigates may still run for a moment and save when the connection returns.
    await page.close();
    await context.setOffline(false);
    expect((await read()).segments[2]?.text).toBe(sentences[2]);
    const again = await context.newPage();
    await again.goto(url);
    await expect(segment(again, 2)).toContainText('Antes da queda');
    await expect(again.getByText('Recuperamos o que você tinha escrito')).toBeVisible();
    await expect.poll(async () => (await read()).segments[2]?.text).toContain('Antes da queda');
  });
});

test('a user of the keyboard enters the text, moves between segments and leaves', async ({
  signedIn: page,
  product,
}) => {
  const { read } = await openTranscript(page, product);
  await page.getByRole('button', { name: 'Editar texto' }).focus();
  await page.keyboard.press('Enter');
  await editor(page, 0).focus();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Tab');
  await expect(editor(page, 1)).toBeFocused();
  await page.keyboard.type('Ah, ');
  await expect(editor(page, 1)).toHaveText('Ah, Hoje falamos de ação');
  await page.keyboard.press('Shift+Tab');
  await expect(editor(page, 0)).toBeFocused();
  const time = page.locator('[data-index="0"]').getByRole('button', { name: /Ouvir a partir de/ });
  await page.keyboard.press('Escape');
  await expect(editor(page, 0)).toBeVisible();
  await expect(time).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page, 0)).toHaveCount(0);
  await expect(time).toBeFocused();
  await expect.poll(async () => (await read()).segments[1]?.text).toBe('Ah, Hoje falamos de ação');
});

test('a new name of a speaker appears at all their segments', async ({ page, gallery }) => {
  await page.context().route(isApiCall, (route) => route.abort());
  await page.goto(`${gallery}?segments=12&speakers=2`);
  await page.getByRole('button', { name: 'Pessoa 1: mudar quem fala' }).first().click();
  await page.getByLabel('Nome de quem fala').fill('Profª. Ana');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Profª. Ana: mudar quem fala' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Pessoa 1: mudar quem fala' })).toHaveCount(0);
});

/** Runs in the page. Returns the offsets at which the lines of each segment begin. */
const lineBreaks = `[...document.querySelectorAll('[data-text]')].map((text) => {
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const starts = [];
  for (let [offset, bottom] = [0, -Infinity]; nodes.nextNode(); )
    for (let at = 0; at < nodes.currentNode.length; at += 1, offset += 1) {
      range.setStart(nodes.currentNode, at);
      range.setEnd(nodes.currentNode, at + 1);
      const letter = range.getBoundingClientRect();
      if (letter.width === 0 || letter.top < bottom) continue;
      starts.push(offset);
      bottom = letter.bottom;
    }
  return starts;
})`;

test('editing keeps the line breaks of sentences with their times', async ({ page, gallery }) => {
  await page.goto(`${gallery}?segments=12`);
  await showSentenceTimes(page);
  for (const width of [360, 520, 600, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const read = await page.evaluate<number[][]>(lineBreaks);
    expect(read.some((starts) => starts.length > 1)).toBe(true);
    await edit(page);
    await expect(editor(page, 0)).toBeVisible();
    const edited = await page.evaluate<number[][]>(lineBreaks);
    // The list renders more or fewer rows soon after the window has changed its size.
    const rows = Math.min(read.length, edited.length);
    expect(rows).toBeGreaterThan(3);
    expect(edited.slice(0, rows)).toEqual(read.slice(0, rows));
    await page.getByRole('button', { name: 'Concluir edição' }).click();
    await expect(editor(page, 0)).toBeHidden();
  }
});

test('a running transcript grows at its end and is read-only', async ({ page, gallery }) => {
  await page.goto(`${gallery}?segments=2&running`);
  await page.getByRole('button', { name: 'Mais um trecho' }).click();
  await expect(segment(page, 2)).toContainText('Isso mesmo.');
  await expect(page.getByRole('button', { name: 'Editar texto' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByLabel('Trocar por')).toHaveCount(0);
});

test('the transcript is accessible in both themes', { tag: '@every-size' }, async ({ page, gallery }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${gallery}?segments=40&speakers=2`);
  await segment(page, 0).locator('[data-word="2"]').click();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await edit(page);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByLabel('Localizar', { exact: true }).fill('energia');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.locator('html').evaluate((html) => html.setAttribute('data-theme', 'dark'));
  await expectReadableColours(page);
  await page.getByRole('button', { name: 'Concluir edição' }).click();
  await expectReadableColours(page);
});
