import { expect, test } from '../fixtures/fixtures.ts';
import { startProductProcess } from '../fixtures/product-process.ts';

test('the table of contents of a legal page links to its sections, and Voltar leaves the page', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Política de privacidade' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Política de privacidade');
  await page
    .getByRole('navigation', { name: 'Nesta página' })
    .getByRole('link', { name: /Seus direitos/ })
    .click();
  await expect(page).toHaveURL('/privacy#seus-direitos');
  await expect(page.getByRole('heading', { name: /Seus direitos/ })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'suporte@escriba.example' }).first()).toBeAttached();
  await page
    .getByRole('navigation', { name: 'Nesta página' })
    .getByRole('link', { name: /Por quanto tempo/ })
    .click();
  await expect(page).toHaveURL(/#(?!seus-direitos)/);
  await expect(page.getByRole('heading', { name: /Por quanto tempo/ })).toBeFocused();
  // Voltar must leave the page in one step, regardless of the number of visited sections.
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('the links of the table of contents and to a new password are large enough for fingers', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/terms');
  const contents = page.getByRole('navigation', { name: 'Nesta página' }).getByRole('link');
  await expect(contents).toHaveCount(12);
  const starts = await contents
    .locator('span:last-child')
    .evaluateAll((all) => all.map((title) => title.getBoundingClientRect().x));
  expect(new Set(starts).size).toBe(1);
  const heights = await contents.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  await page.goto('/login');
  const box = await page.getByRole('link', { name: 'Esqueci minha senha' }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
});

test('a signed-in user reads terms and policy inside the dashboard, and their links lead to its pages', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  const main = page.getByRole('main');
  for (const from of ['/dashboard/conta', '/dashboard/support']) {
    await page.goto(from);
    await main.getByRole('link', { name: 'Termos de uso' }).click();
    await expect(page).toHaveURL('/dashboard/termos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termos de uso');
  }
  await expect(main.getByRole('link', { name: 'Planos', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/plano',
  );
  await main.getByRole('link', { name: 'política de privacidade' }).first().click();
  await expect(page).toHaveURL('/dashboard/privacidade');
  await expect(page).toHaveTitle('Política de privacidade · Escriba');
  await main.getByRole('link', { name: 'formulário de contato' }).first().click();
  await expect(page).toHaveURL('/dashboard/support');
});

test('terms and policy state the same retention of deleted data, and the policy states all other retentions', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.locator('#suas-gravacoes')).toContainText('até 30 dias depois da exclusão');
  await page.goto('/privacy');
  const times = page.locator('#por-quanto-tempo');
  await expect(times).toContainText('são apagadas de vez, com os arquivos, depois de 30 dias');
  for (const data of ['Uso:', 'Registros técnicos:', 'Cópias de segurança:'])
    await expect(times.getByRole('listitem').filter({ hasText: data })).toHaveCount(1);
  await expect(times).toContainText(/seis meses, em sigilo \(Marco Civil da Internet, art\. 15\)/);
});

test('terms and policy name no operator and leave no gap if the installation names none', async ({
  page,
}) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'suporte@escriba.example' }).first()).toBeAttached();
  await expect(page.getByText('Quem opera este serviço:')).toHaveCount(0);
  await expect(page.locator('p:empty >> visible=true')).toHaveCount(0);
});

test('terms and policy name the operator of the installation, before and after hydration', async ({
  page,
}) => {
  test.slow();
  const { url, stop } = await startProductProcess({
    environment: { LEGAL_NAME: 'Letras e Sons Ltda.', LEGAL_ADDRESS: 'Rua das Letras, 1, São Paulo' },
  });
  const operator = 'Quem opera este serviço: Letras e Sons Ltda., Rua das Letras, 1, São Paulo.';
  const places = [page.getByRole('main'), page.getByRole('contentinfo')];
  // With `waitUntil`, `goto` waits for no hydration.
  for (const path of ['/privacy', '/terms'])
    for (const options of [{ waitUntil: 'load' as const }, {}]) {
      await page.goto(`${url}${path}`, options);
      for (const section of places) await expect(section.getByText(operator)).toBeVisible();
    }
  await stop();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor opens questions and follows the table of contents and links', async ({ page }) => {
    await page.goto('/faq');
    await expect(page.locator('details')).toHaveCount(6);
    await page.getByRole('heading', { name: 'Posso cancelar e pedir reembolso?' }).click();
    await expect(page.getByText('Código de Defesa do Consumidor (art. 49)')).toBeVisible();
    await page.getByRole('heading', { name: 'Quais arquivos posso enviar?' }).click();
    await expect(page.getByText('Código de Defesa do Consumidor (art. 49)')).toBeHidden();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de uso' }).click();
    await page.getByRole('link', { name: /Cancelamento, arrependimento/ }).click();
    await expect(page).toHaveURL('/terms#cancelamento');
    await expect(page.getByRole('heading', { name: /Cancelamento, arrependimento/ })).toBeInViewport();
  });
});
