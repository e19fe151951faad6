import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';

const contactAddress = '**/api/contact';
const name = 'Ana Beatriz';
const email = 'ana@example.com';
const message = 'Gostaria de saber mais sobre os planos.';

test('a visitor sends a message, and the form is empty again', async ({ page }) => {
  await page.goto('/contato');
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mensagem').fill(message);
  const sent = page.waitForRequest(contactAddress);
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByRole('status').getByText('Mensagem enviada com sucesso! ✅')).toBeVisible();
  expect((await sent).headers().authorization).toBeUndefined();
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
  await page.getByLabel('Nome').press('A');
  await expect(page.getByText('Mensagem enviada com sucesso! ✅')).toHaveCount(0);
});

test('the form states when an answer comes, and links to the privacy policy', async ({ page }) => {
  await page.goto('/contato');
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText('Costumamos responder em poucos dias.');
  await expect(form.getByRole('link', { name: 'Política de privacidade' })).toHaveAttribute(
    'href',
    '/privacy',
  );
});

/** How often "e-mail" is on two lines. */
const brokenWords = `(() => {
  let broken = 0;
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    for (const { index } of walker.currentNode.data.matchAll(/e-mail/gi)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + 6);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken += 1;
    }
  return broken;
})()`;

test('"e-mail" never stands on two lines, at any width of a phone', async ({ page }) => {
  await page.goto('/contato');
  for (let width = 300; width <= 440; width += 4) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(brokenWords), `at ${width} px`).toBe(0);
  }
});

test('the form keeps text typed before hydration, and reports what is missing after it', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/contato', { waitUntil: 'commit' });
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('Mensagem').fill(message);
  const button = page.getByRole('button', { name: 'Enviar mensagem' });
  await page.getByLabel('Nome').press('Enter');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  resolve();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page).toHaveURL('/contato');
  await expect(page.getByLabel('Nome')).toHaveValue(name);
  await page.getByLabel('E-mail').fill(email);
  const sent = page.waitForRequest(contactAddress);
  await button.click();
  expect((await sent).postDataJSON()).toMatchObject({ name, email, message, spare_note: '' });
});

test('the form reports missing input beside its fields and focuses the first', async ({ page }) => {
  await page.goto('/contato');
  await page.getByLabel('Nome').fill(' A ');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  const nameField = page.getByLabel('Nome');
  await expect(nameField).toBeFocused();
  await expect(nameField).toHaveAccessibleDescription('Nome deve ter ao menos 2 caracteres.');
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('E-mail inválido.');
  await expect(page.getByLabel('Mensagem')).toHaveAccessibleDescription(
    'Mensagem deve ter ao menos 10 caracteres.',
  );
  await expectNoAxeViolations(page);

  await nameField.fill(name);
  await expect(nameField).toHaveAccessibleDescription('');
});

test('the form sends one message after two quick presses', async ({ page }) => {
  let requests = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.context().route(contactAddress, async (route) => {
    requests += 1;
    await promise;
    await route.fulfill({ status: 201, json: { received: true } });
  });
  await page.goto('/contato');
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mensagem').fill(message);
  await expect(page.getByRole('button', { name: 'Enviar mensagem' })).toBeEnabled();
  await page.getByLabel('E-mail').press('Enter');
  await page.getByLabel('E-mail').press('Enter');
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
  resolve();
  await expect(page.getByText('Mensagem enviada com sucesso! ✅')).toBeVisible();
  expect(requests).toBe(1);
});

test.describe('when the message does not arrive', () => {
  test.use({
    expectedNoise: async ({ browserName: _ }, use) =>
      use([/ERR_|Failed to (load resource|fetch)|route module/]),
  });

  for (const [fault, answer] of Object.entries({
    'the connection breaks': undefined,
    'the server fails': { status: 500, json: { error: 'Erro interno.', code: 'internal', requestId: 'r' } },
    'a proxy answers': { status: 502, body: '<html>' },
  })) {
    test(`the form keeps the typed text when ${fault}`, async ({ page }) => {
      await page
        .context()
        .route(contactAddress, (route) => (answer === undefined ? route.abort() : route.fulfill(answer)));
      await page.goto('/contato');
      await page.getByLabel('Nome').fill(name);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Mensagem').fill(message);
      await page.getByRole('button', { name: 'Enviar mensagem' }).click();
      await expect(page.getByText('Erro ao enviar. Tente novamente mais tarde.')).toBeVisible();
      await expect(page.getByText(/^Sem conexão com o servidor\..*continua aqui/)).toHaveCount(
        answer === undefined ? 1 : 0,
      );
      await expect(page.getByLabel('Nome')).toHaveValue(name);
      await expect(page.getByLabel('Mensagem')).toHaveValue(message);
      await expectNoAxeViolations(page);
    });
  }

  test('the form keeps the typed text of a visitor who follows a link while the server cannot be reached', async ({
    page,
  }) => {
    await page.goto('/contato');
    const button = page.getByRole('button', { name: 'Enviar mensagem' });
    await expect(button).toBeEnabled();
    await page.getByLabel('Nome').fill(name);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Mensagem').fill(message);
    await page.getByRole('button', { name: 'Tema escuro' }).click();
    await page.context().route('**', (route) => route.abort());
    await page.getByRole('banner').getByRole('link', { name: 'Criar conta' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sem conexão');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Recarregar a página' }).click();
    await expect(page.getByRole('status')).toContainText('Ainda sem resposta.');
    await page.getByRole('button', { name: 'Voltar', exact: true }).click();
    await expect(page.getByLabel('Mensagem')).toHaveValue(message);

    await page.context().unroute('**');
    await page.reload();
    await expect(page.getByLabel('Nome')).toHaveValue(name);
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await expect(page.getByLabel('Mensagem')).toHaveValue(message);
    await page
      .context()
      .route(contactAddress, (route) => route.fulfill({ status: 201, json: { received: true } }));
    await button.click();
    await expect(page.getByText('Mensagem enviada com sucesso! ✅')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Mensagem')).toHaveValue('');
  });

  test('the form shows the server’s refusal at its field', async ({ page }) => {
    const error = 'E-mail inválido.';
    await page.context().route(contactAddress, (route) =>
      route.fulfill({
        status: 400,
        json: { error, code: 'invalid_input', requestId: 'r', fields: { email: error } },
      }),
    );
    await page.goto('/contato');
    await page.getByLabel('Nome').fill(name);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Mensagem').fill(message);
    await page.getByRole('button', { name: 'Enviar mensagem' }).click();
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(error);
    await expect(page.getByLabel('Mensagem')).toHaveValue(message);
  });
});
