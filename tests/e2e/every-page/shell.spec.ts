import { expect, test } from '../fixtures/fixtures.ts';

test('the header menu opens, and closes when the visitor chooses a link', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Entrar' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Criar conta' })).toBeVisible();
  await menu.getByRole('link', { name: 'Planos' }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeFocused();
});

test('the header menu closes on Escape and returns the focus', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Abrir menu' });
  await button.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Início' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('the header of wide screens shows every link', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [name, address] of Object.entries({
    Início: '/',
    Planos: '/plans',
    'Perguntas frequentes': '/faq',
    Contato: '/contato',
    Entrar: '/login',
    'Criar conta': '/register',
  })) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

test('the footer links to the plans, the FAQ, the contact and the legal pages', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Rodapé' }).getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(['/plans', '/faq', '/contato', '/privacy', '/terms']);
});

test('the back-to-top button appears after 300 px of scrolling', async ({ page }) => {
  await page.goto('/');
  const toTop = page.getByRole('button', { name: 'Voltar ao topo' });
  await page.evaluate('window.scrollTo(0, 290)');
  await expect(toTop).toBeHidden();
  await page.evaluate('window.scrollTo(0, 310)');
  await toTop.click();
  await expect.poll(() => page.evaluate('window.scrollY')).toBe(0);
  await expect(toTop).toBeHidden();
});

test('the back-to-top button moves the focus, and does not animate for a visitor who prefers reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.evaluate('window.scrollTo(0, 310)');
  await page.getByRole('button', { name: 'Voltar ao topo' }).focus();
  expect(await page.evaluate('document.activeElement.click(), window.scrollY')).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the page focuses the new heading and scrolls to the top after a navigation', async ({ page }) => {
  await page.goto('/');
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await page.getByRole('navigation', { name: 'Rodapé' }).getByRole('link', { name: 'Termos de uso' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Termos de uso' })).toBeFocused();
  expect(await page.evaluate('window.scrollY')).toBe(0);
  await expect(page).toHaveTitle('Termos de uso · Escriba');
});

test('the link at the first Tab stop skips the header', async ({ page }) => {
  await page.goto('/contato');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Nome')).toBeFocused();
});

test('the back button goes one step back', async ({ page, expectedNoise }) => {
  expectedNoise.push(/404/);
  await page.goto('/faq');
  await page.goto('/nao-existe');
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect(page).toHaveURL('/faq');
});

test.describe('when the network is lost', () => {
  test.use({
    expectedNoise: async ({ browserName: _ }, use) =>
      use([
        /ERR_INTERNET_DISCONNECTED/,
        /Error loading route module/,
        /dynamically imported module/,
        // The browser looks for a newer service worker about a second after a page loads.
        /^An unknown error occurred when fetching the script\.$/,
      ]),
  });

  test('a page that was not prefetched shows the offline error, and opens when the network returns', async ({
    page,
    context,
  }) => {
    // The scripts load at the first input. Before it, the browser shows its own page for a lost network.
    await page.goto('/plans');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sem conexão' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Recarregar a página' }).click();
    await expect(page).toHaveURL('/contato');
    await expect(page.getByLabel('Mensagem')).toBeVisible();
  });

  test('the form keeps the typed text when the visitor hovers over a link while offline', async ({
    page,
    context,
  }) => {
    await page.goto('/contato');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Mensagem').fill('Não quero perder isto.');
    await context.setOffline(true);
    const lost = page.waitForEvent('requestfailed');
    await page.getByRole('banner').getByRole('link', { name: 'Criar conta' }).hover();
    await lost;
    await page.waitForTimeout(500);
    await expect(page.getByLabel('Mensagem')).toHaveValue('Não quero perder isto.');
  });
});

test.describe('when a chunk of the page does not load', () => {
  test.use({
    expectedNoise: async ({ browserName: _ }, use) => use([/ERR_FAILED/, /dynamically imported module/]),
  });

  test('the page shows its own error until the server answers again', { tag: '@phone' }, async ({ page }) => {
    await page.context().route('**/assets/marketing-menu*', (route) => route.abort());
    await page.goto('/plans');
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    const reload = page.getByRole('button', { name: 'Recarregar a página' });
    await page.context().route('**/plans', (route) => route.abort());
    await reload.click();
    await expect(page.getByText('Ainda sem resposta. Tente de novo em alguns instantes.')).toBeVisible();
    await page.context().unrouteAll();
    await reload.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Planos' })).toBeVisible();
  });
});
