import type { Browser, Page } from '@playwright/test';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { enrolAuthenticator } from '#tests/helpers/enrol-authenticator.ts';
import type { NewAccount } from '#tests/helpers/factories.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { expect, expectWellDrawn, mailboxOf } from '../fixtures/fixtures.ts';
import { test } from '../fixtures/library-fixture.ts';
import { signedInAccount, signInByPassword } from '../fixtures/real-account.ts';

const ended = 'Sua sessão terminou. Entre de novo para continuar.';
const supportAddress = '/dashboard/support?de=ajuda#duvidas';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const subject = (page: Page) => field(page, 'Assunto');
const message = (page: Page) => field(page, 'Mensagem');
const drafts = (page: Page) =>
  page.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.startsWith('escriba.draft.'))");

type Product = { url: string; mailboxUrl?: string | undefined };
type Other = { browser: Browser; product: Product; account: NewAccount };

/** Opens the account screen on another device of the same user. */
async function onOtherDevice({ browser, product, account }: Other, act: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { 'x-forwarded-for': clientAddress() },
  });
  const page = await context.newPage();
  await signInByPassword(page, product, account);
  await page.goto('/dashboard/conta');
  await act(page);
  await context.close();
}

const endOthers = (other: Other) =>
  onOtherDevice(other, async (page) => {
    await button(page, 'Encerrar outras sessões').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar outras sessões' }).click();
    await expect(page.getByText('As outras sessões foram encerradas.')).toBeVisible();
  });

async function signInAgain(page: Page, { email, password }: Pick<NewAccount, 'email' | 'password'>) {
  await field(page, 'E-mail').fill(email);
  await field(page, 'Senha').fill(password);
  await field(page, 'Senha').press('Enter');
}

/** Another person's account, without a session in this browser. */
async function accountElsewhere(browser: Browser, product: Product) {
  const context = await browser.newContext({ baseURL: product.url });
  const other = await signedInAccount(await context.newPage(), product);
  await context.close();
  return other;
}

async function write(page: Page) {
  await page.goto(supportAddress);
  await subject(page).selectOption('Problema com transcrição');
  await message(page).fill('O áudio de ontem ficou sem texto.');
}

async function expectWritten(page: Page) {
  await expect(page).toHaveURL(supportAddress);
  await expect(subject(page)).toHaveValue('Problema com transcrição');
  await expect(message(page)).toHaveValue('O áudio de ontem ficou sem texto.');
}

// The server refuses the page's calls after the session has ended.
test.use({ expectedNoise: [/status of 401|is called without an access token$/] });

test('a user whose session another device ended signs in again and finds the typed text', {
  tag: ['@always', '@phone-too'],
}, async ({ signedIn: page, browser, product, account }) => {
  await write(page);
  await endOthers({ browser, product, account });
  await expect(page.getByRole('status').getByText(ended)).toBeVisible();
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(supportAddress)}`);
  await expectWellDrawn(page);
  await page.reload();
  await expect(page.getByText(ended)).toBeVisible();
  await signInAgain(page, account);
  await expectWritten(page);
  await button(page, 'Enviar mensagem').click();
  await expect(page.getByText('Mensagem enviada com sucesso! Responderemos em breve.')).toBeVisible();
  expect(await drafts(page)).toEqual([]);
  await page.reload();
  await expect(message(page)).toHaveValue('');
});

test('an idle page opens the sign-in after a password change on another device', async ({
  signedIn: page,
  browser,
  product,
  account,
}) => {
  await page.clock.install();
  await write(page);
  const password = 'Outra-senha-2';
  await onOtherDevice({ browser, product, account }, async (other) => {
    await field(other, 'Nova senha').fill(password);
    await button(other, 'Salvar').click();
    await expect(other.getByText('Conta atualizada com sucesso!')).toBeVisible();
  });
  await page.clock.fastForward(31_000);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await expect(page.getByText(ended)).toBeVisible();
  await signInAgain(page, { ...account, password });
  await expectWritten(page);
});

test('an open page shows the end of the session as soon as the server closes its event stream', async ({
  signedIn: page,
  browser,
  product,
  account,
}) => {
  const sessionOver = Promise.withResolvers<void>();
  // The server closes a session's streams when the session ends. The test simulates only the first stream. Later
  // requests reach the real server.
  let streams = 0;
  await page.context().route('**/api/transcriptions/events', async (route) => {
    streams += 1;
    if (streams > 1) return route.continue();
    await sessionOver.promise;
    return route.fulfill({ contentType: 'text/event-stream', body: ': closed\n\n' });
  });
  await page.goto('/dashboard/transcricoes?status=completed');
  await expect.poll(() => streams).toBe(1);
  await endOthers({ browser, product, account });
  sessionOver.resolve();
  await expect(page.getByText(ended)).toBeVisible();
  await signInAgain(page, account);
  await expect(page).toHaveURL('/dashboard/transcricoes?status=completed');
});

test('the owner finds every draft again after a closed tab and a refused save', async ({
  signedIn: page,
  context,
  browser,
  product,
  account,
  library,
}) => {
  // The test visits six screens twice.
  test.setTimeout(120_000);
  const [id] = await library.insert([{ title: 'Aula 1', sentences: ['Bom dia a todos', 'Até amanhã'] }]);
  const transcription = `/dashboard/transcricoes/${id}?t=5`;
  await page.goto('/dashboard/novo-arquivo');
  await field(page, 'Título (opcional)').fill('Entrevista com a Rita');
  await page.goto('/dashboard/conta');
  await field(page, 'Nome completo').fill('Ana Beatriz Souza');
  await field(page, 'Nova senha').fill('Outra-senha-2');
  await button(page, 'Enviar feedback').click();
  await field(page, 'Seu feedback').fill('Falta um atalho para pausar.');
  await page.goto(transcription);
  await button(page, 'Editar título').click();
  await field(page, 'Título').fill('Aula 1, corrigida');
  await button(page, 'Ver ou editar o prompt').click();
  await button(page, 'Editar Prompt').click();
  await field(page, 'Prompt do resumo').fill('Liste só as tarefas.');
  await button(page, 'Editar texto').click();
  await endOthers({ browser, product, account });
  const editor = (at: Page) => at.locator('[data-segment="1"]').getByRole('textbox');
  await editor(page).fill('Até depois de amanhã');
  await expect(page.getByText(ended)).toBeVisible();
  expect(JSON.stringify(await page.evaluate('({ ...localStorage })'))).not.toContain('Outra-senha-2');

  await page.close();
  const later = await context.newPage();
  await later.goto(transcription);
  await signInAgain(later, account);
  await expect(later).toHaveURL(transcription);
  await expect(later.locator('[data-segment="1"]')).toContainText('Até depois de amanhã');
  await expect(field(later, 'Título')).toHaveValue('Aula 1, corrigida');
  await expect(field(later, 'Prompt do resumo')).toHaveValue('Liste só as tarefas.');
  // The page saved the text automatically, so its draft must not exist any more.
  await expect.poll(async () => (await drafts(later)).filter((key) => key.includes('.text.'))).toEqual([]);
  await button(later, 'Salvar').click();
  await expect(later.getByRole('heading', { name: 'Aula 1, corrigida' })).toBeVisible();
  await button(later, 'Enviar feedback').click();
  await expect(field(later, 'Seu feedback')).toHaveValue('Falta um atalho para pausar.');
  await button(later, 'Enviar').click();
  await expect(later.getByText('Obrigado. Recebemos seu feedback.')).toBeVisible();
  await later.goto('/dashboard/novo-arquivo');
  await expect(field(later, 'Título (opcional)')).toHaveValue('Entrevista com a Rita');
  await field(later, 'Título (opcional)').fill('');
  await later.goto('/dashboard/conta');
  await expect(field(later, 'Nome completo')).toHaveValue('Ana Beatriz Souza');
  await expect(field(later, 'Nova senha')).toHaveValue('');
  await button(later, 'Salvar').click();
  await expect(later.getByText('Conta atualizada com sucesso!')).toBeVisible();
  // The prompt's draft must remain, because the owner may generate more summaries with it.
  expect(await drafts(later)).toEqual([expect.stringMatching(/\.prompt\./)]);
});

test('another account that signs in gets the home page, and finds no text of the first account', {
  tag: '@always',
}, async ({ signedIn: page, browser, product, account }) => {
  await write(page);
  await endOthers({ browser, product, account });
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(supportAddress)}`);
  await expect(page.getByText(ended)).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  const other = await accountElsewhere(browser, product);
  await signInAgain(page, other);
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => drafts(page)).toEqual([]);
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(
    'O áudio de ontem',
  );
  await page.goto(supportAddress);
  await expect(message(page)).toHaveValue('');
  await button(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(ended)).toHaveCount(0);
  // A deliberate sign-out leaves no owner behind.
  await page.goto(`/login?redirect=${encodeURIComponent(supportAddress)}`);
  await signInAgain(page, account);
  await expect(page).toHaveURL(supportAddress);
  await expect(message(page)).toHaveValue('');
});

test('a magic link of another account opens the home page too', async ({
  signedIn: page,
  browser,
  product,
  account,
}) => {
  await write(page);
  await endOthers({ browser, product, account });
  await expect(page.getByText(ended)).toBeVisible();
  const { email } = await accountElsewhere(browser, product);
  await button(page, 'Entrar com link mágico').click();
  await field(page, 'E-mail que recebe o link').fill(email);
  await button(page, 'Enviar link mágico').click();
  await page.goto(await waitForLink(mailboxOf(product), email, 'magic-link'));
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => drafts(page)).toEqual([]);
});

test('signing out deletes the drafts', async ({ signedIn: page, account }) => {
  await write(page);
  await button(page, 'Sair').click();
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toEqual([]);
  await signInAgain(page, account);
  await expect(page).toHaveURL('/dashboard');
  await page.goto(supportAddress);
  await expect(message(page)).toHaveValue('');
});

test('an idle page learns within five seconds that its session ended elsewhere', {
  tag: '@always',
}, async ({ signedIn: page, browser, product, account }) => {
  // These pages have no event stream of their own.
  for (const path of ['/dashboard/conta', '/dashboard/plano']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await endOthers({ browser, product, account });
    await expect(page.getByText(ended)).toBeVisible({ timeout: 5_000 });
    await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`);
    await signInAgain(page, account);
    await expect(page).toHaveURL(path);
  }
});

test('deleting the account deletes its drafts', async ({ signedIn: page }) => {
  await write(page);
  expect(await drafts(page)).toHaveLength(1);
  await page.goto('/dashboard/conta');
  await button(page, 'Deletar minha conta').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar exclusão' }).click();
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toEqual([]);
});

test('a visitor who was never signed in sees no message about a session', async ({ page }) => {
  await page.goto(supportAddress);
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(supportAddress)}`);
  await expect(button(page, 'Entrar')).toBeEnabled();
  await expect(page.getByText(ended)).toHaveCount(0);
});

test.describe('after the session has ended', () => {
  test('a magic link leads back to the typed text', async ({ signedIn: page, browser, product, account }) => {
    await write(page);
    await endOthers({ browser, product, account });
    await expect(page.getByText(ended)).toBeVisible();
    await button(page, 'Entrar com link mágico').click();
    await field(page, 'E-mail que recebe o link').fill(account.email);
    await button(page, 'Enviar link mágico').click();
    await expect(page.getByText('Enviamos um link mágico para seu e-mail! 🎉')).toBeVisible();
    await page.goto(await waitForLink(mailboxOf(product), account.email, 'magic-link'));
    await expectWritten(page);
  });

  test('a new password leads back to the typed text', async ({
    signedIn: page,
    browser,
    product,
    account,
  }) => {
    await write(page);
    await endOthers({ browser, product, account });
    await expect(page.getByText(ended)).toBeVisible();
    const returning = `?redirect=${encodeURIComponent(supportAddress)}`;
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await expect(page).toHaveURL(`/esqueci-senha${returning}`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Entrar' })).toHaveAttribute(
      'href',
      `/login${returning}`,
    );
    await field(page, 'E-mail').fill(account.email);
    await button(page, 'Enviar link de recuperação').click();
    await expect(page.getByText(`Enviamos um link de recuperação para ${account.email}.`)).toBeVisible();
    await page.goto(await waitForLink(mailboxOf(product), account.email, 'reset-password'));
    // The page removes the token from the address, but not the return path.
    await expect(page).toHaveURL(`/redefinir-senha${returning}`);
    const password = 'Outra-senha-2';
    await field(page, 'Nova senha').fill(password);
    await field(page, 'Confirmar nova senha').fill(password);
    await button(page, 'Salvar nova senha').click();
    await expect(page).toHaveURL(`/login${returning}`);
    await signInAgain(page, { ...account, password });
    await expectWritten(page);
  });

  test('a sign-in through Google leads back to the typed text', async ({
    signedIn: page,
    browser,
    product,
    account,
  }) => {
    await write(page);
    await endOthers({ browser, product, account });
    await expect(page.getByText(ended)).toBeVisible();
    await button(page, 'Entrar com Google').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta do Google de teste');
    await field(page, 'E-mail').fill(account.email);
    await field(page, 'Nome').fill('Ana');
    await button(page, 'Continuar').click();
    await expectWritten(page);
  });

  test('a sign-in with a second factor leads back to the typed text', async ({ signedIn: page, product }) => {
    await write(page);
    const cookies = await page.context().cookies(product.url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const app = await enrolAuthenticator({ url: product.url, cookie }, 'Celular');
    const account = await test.step('the session ends', async () => {
      const { user } = (await (await page.request.get('/api/auth/get-session')).json()) as {
        user: { email: string };
      };
      await page.context().clearCookies();
      return { email: user.email, password: 'Segredo-forte-1' };
    });
    await page.evaluate(
      'localStorage.setItem(\'escriba.session\', localStorage.getItem(\'escriba.session\').replace(/"access_token":"[^"]+"/, \'"access_token":"old"\'))',
    );
    await button(page, 'Enviar mensagem').click();
    await expect(page.getByText(ended)).toBeVisible();
    await signInAgain(page, account);
    await page.getByLabel('Código de 6 números').fill(app.nextCode());
    await expectWritten(page);
  });
});
