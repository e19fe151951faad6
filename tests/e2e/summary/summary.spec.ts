import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  mailboxOf,
  test,
} from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';

const sentences = [
  'Bom dia a todos, a reunião de hoje trata do contrato de manutenção dos elevadores.',
  'O contrato de manutenção vence em março e a fornecedora pediu reajuste de doze por cento.',
  'A síndica propõe renovar o contrato de manutenção por doze meses com reajuste de oito por cento.',
  'Fica decidido que a Ana Beatriz envia a proposta de renovação do contrato até sexta-feira.',
];

const promptBox = (page: Page) => page.getByRole('textbox', { name: 'Prompt do resumo' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const result = (page: Page) => page.getByRole('article', { name: 'Resumo' });

/** Sets the pause of the sandbox's model between two pieces of its text. */
async function setModelPause(product: { url: string; mailboxUrl?: string | undefined }, pauseMs: number) {
  const url = new URL('/language/behaviour', mailboxOf(product));
  const body = JSON.stringify({ pauseMs });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(answer.status).toBe(200);
}

test('a user edits a prompt, gets its summary despite a reload, and plays a cited moment', {
  tag: '@always',
}, async ({ signedIn: page, product }) => {
  const { jobId } = await heardTranscript(page, product, sentences);
  await page.goto(`/dashboard/transcricoes/${jobId}`);
  await button(page, 'Ver ou editar o prompt').click();
  await expect(promptBox(page)).not.toBeEditable();
  const first = await promptBox(page).inputValue();
  await button(page, 'Editar Prompt').click();
  await button(page, 'Restaurar Padrão').click();
  await expect(promptBox(page)).not.toHaveValue(first);
  await promptBox(page).fill('Liste as decisões desta reunião, uma por linha.');
  await button(page, 'Salvar e Bloquear').click();
  await expect(promptBox(page)).not.toBeEditable();

  await setModelPause(product, 500);
  await button(page, 'Gerar com este prompt').click();
  await expect(button(page, 'Gerando...')).toBeVisible();
  const arriving = page.locator('[aria-busy="true"] .summary-text');
  await expect(arriving).not.toBeEmpty();
  await page.reload();
  await expect(button(page, 'Gerando...')).toBeVisible();
  await expect(arriving).not.toBeEmpty();
  await setModelPause(product, 0);

  await expect(result(page)).toContainText('contrato de manutenção');
  await expect(result(page)).toContainText(/cobre 0:00 a 0:\d\d de 0:\d\d/);
  await expect(page.getByText('Resumo de teste:')).toBeVisible();
  await expect(button(page, 'Gerar novamente com este prompt')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);

  const moment = result(page)
    .getByRole('button', { name: /^Ouvir a partir de/ })
    .last();
  const ms = Number(await moment.getAttribute('data-moment'));
  expect(ms).toBeGreaterThan(2_000);
  await moment.click();
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('audio').currentTime"))
    .toBeGreaterThanOrEqual(ms / 1_000);
  expect(await page.evaluate("document.querySelector('audio').paused")).toBe(false);

  await button(page, 'Liste as decisões desta…: fazer outro resumo').click();
  await page.getByRole('menuitemradio', { name: 'Ata de reunião' }).click();
  const versions = page.getByRole('combobox', { name: 'Versão' });
  await expect(versions.locator('option')).toHaveCount(2);
  await versions.selectOption({ index: 1 });
  await page.getByText('Ver o prompt deste resumo').click();
  await expect(page.getByText('Liste as decisões desta reunião, uma por linha.')).toBeVisible();

  const changed = page.getByText('O texto mudou depois deste resumo.');
  await expect(changed).toBeHidden();
  await button(page, 'Editar texto').click();
  await page.locator('[data-segment="0"]').getByRole('textbox').fill('Boa tarde a todos.');
  await expect(changed).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
