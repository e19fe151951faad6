import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { expect, mailboxOf, test } from '../fixtures/fixtures.ts';

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Expects the text in a live region, fully in the viewport, and not covered by fixed elements. */
async function expectStatusInView(page: Page, text: string) {
  const status = page.getByRole('status').getByText(text);
  await expect(status).toBeInViewport({ ratio: 1 });
  const isUncovered = await status.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [left + 2, right - 2].every((x) =>
      element.contains(element.ownerDocument.elementFromPoint(x, middle)),
    );
  });
  expect(isUncovered).toBe(true);
}

const sizes = [
  { width: 1366, height: 850 },
  { width: 1366, height: 640 },
  { width: 360, height: 740 },
] as const;

for (const viewport of sizes)
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test('the confirmation of a magic link is in view', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
      await fieldOf(page, 'E-mail que recebe o link').fill(newAccount().email);
      await page.getByRole('button', { name: 'Enviar link mágico' }).click();
      await expectStatusInView(page, 'Enviamos um link mágico para seu e-mail! 🎉');
    });

    test('the confirmation of a reset link is in view', async ({ page, product }) => {
      const { account } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
      await page.goto('/esqueci-senha');
      await fieldOf(page, 'E-mail').fill(account.email);
      await page.getByRole('button', { name: 'Enviar link de recuperação' }).click();
      await expectStatusInView(page, `Enviamos um link de recuperação para ${account.email}.`);
    });

    test('the confirmation of a sign-up is in view', async ({ page }) => {
      const account = newAccount();
      await page.goto('/register');
      await fieldOf(page, 'Nome').fill(account.name);
      await fieldOf(page, 'E-mail').fill(account.email);
      await fieldOf(page, 'Senha').fill(account.password);
      await fieldOf(page, 'Ocupação').selectOption(account.occupation);
      await page.getByRole('button', { name: 'Criar conta' }).click();
      await expectStatusInView(page, 'Cadastro realizado! Verifique seu e-mail para confirmar sua conta. 📧');
    });

    test('the confirmation of a contact message is in view', async ({ page }) => {
      await page.goto('/contato');
      await fieldOf(page, 'Nome').fill('Ana Beatriz');
      await fieldOf(page, 'E-mail').fill(newAccount().email);
      await fieldOf(page, 'Mensagem').fill('Vocês transcrevem aulas longas?');
      await page.getByRole('button', { name: 'Enviar mensagem' }).click();
      await expectStatusInView(page, 'Mensagem enviada com sucesso! ✅');
    });
  });
