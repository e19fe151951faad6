import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { editor, type Heard, isPaused, openHeard, playedMs, type World } from '../fixtures/doubtful-text.ts';
import { expect, expectNoAxeViolations, test, toastOf } from '../fixtures/fixtures.ts';
import { selectWords } from '../fixtures/selected-words.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const heard: Heard[] = [
  ['Bom dia a todos.'],
  ['Eu não vi o semáforo fechado.'],
  ['Depois o carro parou.'],
  ['Até a próxima.'],
];

async function openText(world: World) {
  const opened = await openHeard(world, heard);
  // The words become elements a moment after their text, and a selection of the text would end.
  await expect(world.page.locator('[data-segment="1"] [data-word]').first()).toBeVisible();
  const stored = () => world.db.select().from(marks).where(eq(marks.transcriptionId, opened.jobId));
  return { ...opened, stored };
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Fala selecionada' });
const list = (page: Page) => page.getByRole('list', { name: 'Trechos marcados' });
const rows = (page: Page) => list(page).getByRole('listitem');
const tab = (page: Page) => page.getByRole('tab', { name: /^Trechos/ });
const margin = (page: Page) => page.getByRole('button', { name: /^Trecho marcado/ });
const toastButton = (page: Page, name: string) =>
  page.getByRole('region', { name: /^Avisos/ }).getByRole('button', { name });
const text = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const highlighted = (page: Page, name = 'transcript-marked') =>
  page.evaluate<string>(`[...(CSS.highlights.get('${name}') ?? [])].map(String).join(' ')`);
const selectSemaphore = (page: Page) =>
  selectWords(page, { segment: 1, word: 'não' }, { segment: 1, word: 'semáforo' });

async function mark(page: Page, from: { segment: number; word: string }, to = from) {
  await selectWords(page, from, to);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('m');
  await expect(toastOf(page, 'Trecho marcado.')).toBeVisible();
}

test('a selection is marked in the text, the margin and the list, with a note that stays', {
  tag: '@always',
}, async ({ signedIn: page, product, db }) => {
  await openText({ page, product, db });
  await tab(page).click();
  await expect(page.getByText('Selecione uma fala e marque: ela fica guardada aqui.')).toBeVisible();
  await selectSemaphore(page);
  await bar(page).getByRole('button', { name: 'Marcar' }).click();
  await toastButton(page, 'Escrever nota').click();
  const note = page.getByRole('textbox', { name: 'Nota' });
  await expect(note).toBeFocused();
  await note.fill('Ponto central\nda defesa');
  await page.keyboard.press('Control+Enter');
  await expect(note).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
  await expectNoAxeViolations(page);

  await page.reload();
  await expect.poll(() => highlighted(page)).toBe('não vi o semáforo');
  await expect(tab(page)).toContainText('1');
  await margin(page).click();
  await expect(rows(page)).toContainText(['“não vi o semáforo”']);
  await expect(rows(page)).toContainText(['Ponto central\nda defesa']);
  await expect(rows(page).getByRole('button').first()).toBeFocused();
});

test('the keys mark, go through the list, play, cite, remove and undo', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  await mark(page, { segment: 2, word: 'Depois' }, { segment: 2, word: 'parou' });
  await mark(page, { segment: 1, word: 'vi' }, { segment: 1, word: 'semáforo' });
  await page.keyboard.press('t');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Tab');
  await rows(page).first().getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect.poll(() => isPaused(page), { timeout: 15_000 }).toBe(true);
  // The words of the mark end before the last one of their segment.
  expect(await playedMs(page)).toBeLessThan(6_000);
  await page.keyboard.press('c');
  await expect.poll(() => text(page)).toContain('vi o semáforo');

  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first().getByRole('button').first()).toBeFocused();
  await toastButton(page, 'Desfazer').click();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(tab(page)).toContainText('2');
});

test('a mark survives edits elsewhere, says when its own words change, and takes the new ones', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  await mark(page, { segment: 1, word: 'vi' }, { segment: 1, word: 'semáforo' });
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await editor(page, 1).fill('Olha, eu não vi o semáforo fechado.');
  await expect.poll(() => highlighted(page)).toBe('vi o semáforo');
  await editor(page, 1).fill('Olha, eu não vi o sinal fechado.');
  await expect.poll(() => highlighted(page, 'transcript-mark-changed')).toBe('vi o sinal');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tab(page).click();
  await expect(rows(page)).toContainText(['O texto mudou depois da marca.']);
  await expect(rows(page)).toContainText(['Antes: “vi o semáforo”']);
  await rows(page).getByRole('button', { name: 'Está certo assim' }).click();
  await expect(rows(page)).not.toContainText(['O texto mudou']);
  await expect.poll(() => highlighted(page)).toBe('vi o sinal');

  await page.getByRole('button', { name: 'Editar texto' }).click();
  await editor(page, 1).fill('');
  await tab(page).click();
  await expect(rows(page)).toContainText(['Este trecho foi apagado do texto.']);
});

test('all marks are copied in the chosen style, and downloaded', async ({ signedIn: page, product, db }) => {
  await openText({ page, product, db });
  await mark(page, { segment: 1, word: 'vi' }, { segment: 1, word: 'semáforo' });
  await mark(page, { segment: 2, word: 'Depois' }, { segment: 2, word: 'parou' });
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Estilo da citação: Curta' }).click();
  await page.getByRole('menuitemradio', { name: 'Petição' }).click();
  await page.getByRole('button', { name: 'Copiar todos' }).click();
  await expect(toastOf(page, '2 trechos copiados: Petição')).toBeVisible();
  expect((await text(page)).split('\n')[0]).toBe('Tempo\tDepoente\tTrecho');
  // Documents belong to the paid plans.
  await page.getByRole('button', { name: 'Baixar trechos' }).click();
  await expect(page.getByRole('menu')).toContainText('planos pagos');
});

test('without the server a mark and a note are not lost', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  await openText({ page, product, db });
  await page.route('**/marks/*', (route) => route.abort());
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('m');
  const failure = toastOf(page, 'O trecho não foi marcado.');
  await expect(failure).toBeVisible();
  await expect(margin(page)).toHaveCount(0);
  await page.unroute('**/marks/*');
  await toastButton(page, 'Tentar de novo').click();
  await toastButton(page, 'Escrever nota').click();

  await page.route('**/marks/*', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Nota' }).fill('Não perder');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await expect(page.getByText('A nota não foi salva.')).toBeVisible();
  await page.reload();
  await page.unroute('**/marks/*');
  await margin(page).click();
  await rows(page).getByRole('button', { name: 'Escrever nota' }).click();
  await expect(page.getByRole('textbox', { name: 'Nota' })).toHaveValue('Não perder');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await expect(rows(page)).toContainText(['Não perder']);
});

const rowButton = (page: Page, at: number) => rows(page).nth(at).getByRole('button').first();

/** Answers to the changes of marks wait until the returned function is called. */
async function holdChanges(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/marks/*', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the keys pass a deleted passage, and remove its mark', async ({ signedIn: page, product, db }) => {
  await openText({ page, product, db });
  for (const word of ['Bom', 'semáforo', 'Depois'])
    await mark(page, { segment: word === 'Bom' ? 0 : word === 'Depois' ? 2 : 1, word });
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await editor(page, 1).fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tab(page).click();
  await expect(rows(page).nth(1)).toContainText('Este trecho foi apagado do texto.');
  await rowButton(page, 0).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rowButton(page, 2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(2);
  await expect(rowButton(page, 1)).toBeFocused();
  // The text was edited before, and stays as it is.
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('Este trecho foi apagado do texto.');
  await expect(rowButton(page, 1)).toBeFocused();
});

test('several removals have one notice, which brings all of them back', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openText({ page, product, db });
  for (const word of ['vi', 'semáforo', 'fechado']) await mark(page, { segment: 1, word });
  await tab(page).click();
  await rowButton(page, 0).focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Delete');
  await expect(toastOf(page, '3 marcas removidas.')).toBeVisible();
  await expect(toastOf(page, 'Marca removida.')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Trechos' })).toBeFocused();
  await toastButton(page, 'Desfazer').click();
  await expect(rows(page)).toHaveCount(3);
});

test('on a slow line a removed mark stays removed, and letters typed while a note is saved stay', async ({
  signedIn: page,
  product,
  db,
}) => {
  const { stored } = await openText({ page, product, db });
  await tab(page).click();
  const release = await holdChanges(page);
  await selectSemaphore(page);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('m');
  await rows(page).getByRole('button', { name: 'Remover a marca' }).click();
  await expect(rows(page)).toHaveCount(0);
  release();
  await expect.poll(stored).toEqual([]);
  await page.waitForTimeout(500);
  await expect(rows(page)).toHaveCount(0);
  await page.unroute('**/marks/*');

  await mark(page, { segment: 2, word: 'carro' });
  await toastButton(page, 'Escrever nota').click();
  const note = page.getByRole('textbox', { name: 'Nota' });
  await note.fill('abc');
  const releaseNote = await holdChanges(page);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type(' e mais');
  releaseNote();
  await expect.poll(async () => (await stored())[0]?.note).toBe('abc');
  await expect(note).toHaveValue('abc e mais');
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await rows(page).getByRole('button', { name: 'Nota não salva. Continuar' }).click();
  await expect(note).toHaveValue('abc e mais');
});

test('two tabs do not lose the note of each other', async ({
  signedIn: page,
  product,
  db,
  context,
  expectedNoise,
}) => {
  expectedNoise.push(/409/);
  const { url, stored } = await openText({ page, product, db });
  await mark(page, { segment: 1, word: 'vi' });
  const other = await context.newPage();
  await other.goto(new URL(url, product.url).href);
  await tab(other).click();
  await rows(other).getByRole('button', { name: 'Escrever nota' }).click();
  await toastButton(page, 'Escrever nota').click();
  await page.getByRole('textbox', { name: 'Nota' }).fill('Da primeira aba');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored())[0]?.note).toBe('Da primeira aba');
  const note = other.getByRole('textbox', { name: 'Nota' });
  await note.fill('Da segunda aba');
  await other.keyboard.press('Control+Enter');
  await expect(other.getByText('A nota mudou em outra aba ou aparelho.')).toBeVisible();
  await expect(other.getByText('A nota da outra aba: “Da primeira aba”.')).toBeVisible();
  expect((await stored())[0]?.note).toBe('Da primeira aba');
  await expect(note).toHaveValue('Da segunda aba');
  await other.getByRole('button', { name: 'Salvar nota' }).click();
  await expect.poll(async () => (await stored())[0]?.note).toBe('Da segunda aba');
});

test('a note that ends saving leaves the person where they are', async ({ signedIn: page, product, db }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const { stored } = await openText({ page, product, db });
  await mark(page, { segment: 1, word: 'vi' });
  await toastButton(page, 'Escrever nota').click();
  await page.getByRole('textbox', { name: 'Nota' }).fill('abc');
  const release = await holdChanges(page);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('tab', { name: 'Texto' }).click();
  release();
  await expect.poll(async () => (await stored())[0]?.note).toBe('abc');
  await page.waitForTimeout(300);
  await expect(page.getByRole('tab', { name: 'Texto' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('the third tab lists the marks, and a mark plays with its passage below', async ({
    signedIn: page,
    product,
    db,
  }) => {
    await openText({ page, product, db });
    await page.evaluate(`getSelection().selectAllChildren(
      document.querySelector('[data-segment="1"] [data-text]'))`);
    await bar(page).getByRole('button', { name: 'Marcar' }).tap();
    await expect(toastOf(page, 'Trecho marcado.')).toBeVisible();
    await tab(page).tap();
    await expect(rows(page)).toHaveCount(1);
    await expectNoAxeViolations(page);
    await rows(page).getByRole('button').first().tap();
    await expect.poll(() => isPaused(page)).toBe(false);
    await expect(page.getByRole('region', { name: 'Trecho citado' })).toContainText('semáforo');
    await page.getByRole('tab', { name: 'Resumo' }).tap();
    await expect(page.getByRole('region', { name: 'Trecho citado' })).toHaveCount(0);
  });
});
