import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from '../fixtures/fixtures.ts';

/** The time for which a visitor may read the first screen without moving the pointer. */
const readingMs = 10_000;

const demonstration = (page: Page) => page.getByRole('figure', { name: /^Demonstração/ });
const press = (page: Page, name: string) => demonstration(page).getByRole('button', { name, exact: true });
/** Finishes all animations of the demonstration immediately. */
const finishAnimations = (page: Page) =>
  page.evaluate('document.getAnimations().forEach((motion) => motion.finish())');
const opacityOf = (page: Page, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).opacity`);

test('the landing page links to sign-up and plans, and states that no card is needed', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText('Não precisa de cartão de crédito.')).toHaveCount(3);
  await main.getByRole('link', { name: 'Ver planos' }).first().click();
  await expect(page).toHaveURL('/plans');
  await page.goBack();
  await main.getByRole('link', { name: 'Comece gratuitamente' }).first().click();
  await expect(page).toHaveURL('/register');
});

test('the landing page shows three steps, the plans, and three quotes marked as illustrative', async ({
  page,
}) => {
  await page.goto('/');
  const steps = page.getByRole('region', { name: 'Como funciona' }).getByRole('listitem');
  await expect(steps.getByRole('heading')).toHaveText([
    'Envie o áudio ou o vídeo',
    'A IA transcreve',
    'Baixe o texto',
  ]);
  await expect(steps.last()).toContainText('Baixe as legendas ou, nos planos pagos, o texto');
  const plans = page.getByRole('region', { name: 'Planos' });
  await expect(plans.getByRole('heading', { level: 3, name: 'Free' })).toBeVisible();
  await expect(plans.getByText('Grátis', { exact: true })).toBeVisible();
  const quotes = page.getByRole('region', { name: 'Para quem trabalha com a fala' });
  await expect(quotes.getByText(/^Depoimentos ilustrativos/)).toBeVisible();
  await expect(quotes.getByRole('blockquote')).toHaveCount(3);
  for (const [author, job] of [
    ['Helena Prado', 'Professora de biologia'],
    ['Tiago Nogueira', 'Jornalista'],
    ['Beatriz Amaral', 'Criadora de vídeos'],
  ] as const) {
    await expect(quotes.getByRole('figure').filter({ hasText: author })).toContainText(job);
  }
});

test('the demonstration plays, pauses, continues and replays', async ({ page }) => {
  await page.goto('/');
  await press(page, 'Pausar').click();
  const running =
    "document.querySelector('.demonstration').getAnimations({ subtree: true }).filter((motion) => motion instanceof CSSAnimation && motion.playState === 'running').length";
  expect(await page.evaluate(running)).toBe(0);
  await press(page, 'Continuar').press('Enter');
  await expect(press(page, 'Pausar')).toBeFocused();
  await finishAnimations(page);
  await expect(demonstration(page).getByText('Resumo pronto')).toBeVisible();
  expect(await opacityOf(page, '.demonstration-summary')).toBe('1');
  await press(page, 'Ver de novo').click();
  await expect(press(page, 'Pausar')).toBeVisible();
  expect(Number(await opacityOf(page, '.demonstration-summary'))).toBeLessThan(1);
});

test('the demonstration on a phone waits until it is visible', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(demonstration(page)).toHaveAttribute('data-showing', 'waiting');
  await demonstration(page).scrollIntoViewIfNeeded();
  await expect(demonstration(page)).toHaveAttribute('data-showing', 'playing');
});

test('the demonstration is complete and still for a visitor who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(demonstration(page)).toContainText('Hoje a gente fecha ecologia');
  await expect(demonstration(page).getByText('A prova é na quinta e vale o capítulo quatro.')).toBeVisible();
  expect(await opacityOf(page, '.demonstration-summary')).toBe('1');
  expect(
    await page.evaluate("document.querySelector('.demonstration').getAnimations({ subtree: true }).length"),
  ).toBe(0);
  await expect(demonstration(page).getByRole('button')).toHaveCount(0);
});

const isCode = (answer: Response) => /javascript|css/.test(answer.headers()['content-type'] ?? '');

for (const path of ['/', '/plans', '/faq', '/contato', '/privacy', '/terms']) {
  test(`the page ${path} fetches no script before the first user input`, {
    tag: path === '/' ? '@always' : [],
  }, async ({ page }) => {
    const answers: Response[] = [];
    page.on('response', (answer) => void answers.push(answer));
    await page.clock.install();
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.clock.fastForward(readingMs);
    // Wait for one more request, so that all requests that the clock may have caused are sent before the check.
    await page.evaluate("fetch('/health/live').then((answer) => answer.text())");
    const bytes = { script: 0, style: 0 };
    for (const answer of answers.filter(isCode)) {
      const type = answer.headers()['content-type']?.includes('css') ? 'style' : 'script';
      bytes[type] += gzipSync(await answer.body(), { level: 9 }).length;
    }
    expect(bytes.script).toBe(0);
    expect(bytes.style).toBeGreaterThan(0);
    expect(bytes.style).toBeLessThanOrEqual(15_000);
  });
}

test('a button pressed before hydration acts after it', {
  tag: '@phone-too',
}, async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: /^Tema/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('on a phone nothing is in the corner before scrolling, and the way up also reacts to a tap slightly above it', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.locator('.corner-buttons').getByRole('button')).toHaveCount(0);
  await page.evaluate('scrollTo(0, 900)');
  await page.mouse.move(100, 300);
  await page.mouse.wheel(0, -40);
  const up = page.getByRole('button', { name: 'Voltar ao topo' });
  await expect(page.locator('.corner-buttons')).toHaveCSS('opacity', '1');
  const { x = 0, y = 0, width = 0, height = 0 } = (await up.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(40);
  expect(width).toBeLessThanOrEqual(24);
  await page.mouse.click(x + width - 22, y - 2);
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
});

test('scrolling down moves the corner buttons out of the text', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  // Wait for hydration.
  await expect(demonstration(page)).toHaveAttribute('data-showing', 'waiting');
  const corner = page.locator('.corner-buttons');
  await page.mouse.move(100, 300);
  await page.mouse.wheel(0, 320);
  await expect(corner).toHaveCSS('opacity', '0');
  await page.mouse.wheel(0, -40);
  await expect(corner).toHaveCSS('opacity', '1');
  await page.mouse.wheel(0, 60);
  await expect(corner).toHaveCSS('opacity', '0');
  await page.getByRole('button', { name: 'Voltar ao topo' }).focus();
  await expect(corner).toHaveCSS('opacity', '1');
});

test('a menu button pressed before the scripts load opens the menu after they load', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  resolve();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a click of assistive technology, without pointer or key events, loads the scripts and takes effect', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate("document.querySelector('.corner-buttons button').click()");
  await expect(page.getByRole('button', { name: 'Tema claro' })).toBeVisible();
});

test('a page without scripts has working links, and its form puts no input into the address', async ({
  page,
}) => {
  await page.context().route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill('ana@example.com');
  await page.getByLabel('Senha', { exact: true }).fill('segredo');
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expect(page).toHaveURL('/login');
});
