/**
 * A rolling upgrade from the previous release to this one, in a browser, behind a proxy. Every process runs in
 * production, with the code, packages and pages of its own release: `script/test --long upgrade`.
 */
import {
  type Browser,
  type BrowserContext,
  chromium,
  expect as expectPage,
  type Page,
} from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gotoUntilHydrated } from '#tests/e2e/fixtures/goto-until-hydrated.ts';
import { type NewAccount, newAccount, signUp } from '#tests/helpers/factories.ts';
import { findChromium } from '#tests/helpers/find-chromium.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import { languageModelControls } from '#tests/helpers/summary-api.ts';
import { toneRecording } from '#tests/media/tone-recording.ts';
import { buildPages, checkOut, previousRelease } from './release.ts';
import { openUpgradeStage } from './upgrade-stage.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const segment = (page: Page) => page.locator('[data-segment="0"]');
const detail = /\/dashboard\/transcricoes\/[0-9a-f-]{36}$/;
const workerState =
  'navigator.serviceWorker.getRegistration().then((found) => found?.active?.state ?? "none")';

/** Opens a browser that has visited before. Its service worker is active. */
async function openVisited(): Promise<BrowserContext> {
  const context = await openBrowser();
  const page = await context.newPage();
  // The scripts of a page to read, which register the service worker, wait for input.
  gotoUntilHydrated(page);
  await page.goto('/faq');
  await expect.poll(() => page.evaluate(workerState)).toBe('activated');
  await page.close();
  return context;
}

const openBrowser = () =>
  browser.newContext({ baseURL: stage.url, locale: 'pt-BR', viewport: { width: 1_440, height: 900 } });

async function signIn(page: Page, { email, password }: NewAccount) {
  await page.goto('/login');
  await field(page, 'E-mail').fill(email);
  await field(page, 'Senha').fill(password);
  await button(page, 'Entrar').click();
  await page.waitForURL('/dashboard');
}

async function upload(page: Page, name: string, buffer = toneRecording()) {
  await page.getByLabel(/^Escolher (mais )?arquivos$/).setInputFiles({ name, mimeType: 'audio/wav', buffer });
  await button(page, 'Enviar e transcrever').click();
}

let stage: Awaited<ReturnType<typeof openUpgradeStage>>;
let browser: Browser;
const opened = new AsyncDisposableStack();

describe.runIf(isLong)('a rolling upgrade', () => {
  const thisRelease = { path: process.cwd() };
  let before: Awaited<ReturnType<typeof checkOut>>;

  beforeAll(async () => {
    before = opened.use(await checkOut(await previousRelease()));
    await buildPages(before.path, 'Escriba antes');
    stage = opened.use(await openUpgradeStage());
    browser = await chromium.launch({ ...findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
    opened.defer(() => browser.close());
  }, 300_000);
  afterAll(() => opened.disposeAsync(), 60_000);

  test('people sign up, sign in, upload, edit and summarize while the versions change', async () => {
    const [oldWeb, secondOldWeb] = [await stage.web(before), await stage.web(before)];
    const oldWorker = await stage.worker(before);
    stage.balanceOver(oldWeb, secondOldWeb);

    // Before: Ana's pages are of the old build.
    const ana = newAccount({ name: 'Ana Beatriz' });
    const { link } = await signUp(stage, ana);
    const context = await openVisited();
    context.setDefaultTimeout(15_000);
    const biasContext = await openVisited();
    const page = await context.newPage();
    await page.goto(link);
    await button(page, 'Confirmar e-mail').click();
    await page.waitForURL('/dashboard');
    expect(await page.title()).toContain('Escriba antes');
    await page.getByRole('link', { name: 'Nova Transcrição' }).first().click();
    await upload(page, 'aula.wav');
    await page.waitForURL(detail);
    await expectPage(segment(page)).toBeVisible({ timeout: 30_000 });
    const text = page.url();

    // A second page of hers types into a form and waits.
    const typing = await context.newPage();
    await typing.goto('/dashboard/novo-arquivo');
    await field(typing, 'Título (opcional)').fill('Entrevista com a Rita');

    // The new worker migrates. The old web processes go on with the new tables.
    const newWorker = await stage.worker(thisRelease);
    await oldWorker.stop();
    await button(page, 'Editar texto').click();
    const editor = segment(page).getByRole('textbox');
    await editor.fill('Bom dia a todos,');
    await expectPage(page.getByText('Tudo salvo')).toBeVisible();
    const newWeb = await stage.web(thisRelease);
    stage.balanceOver(secondOldWeb, newWeb);
    await editor.press('End');
    await editor.pressSequentially(' colegas', { delay: 150 });
    const stoppingOld = oldWeb.stop();
    await editor.pressSequentially(' da turma', { delay: 150 });
    await stoppingOld;
    await expectPage(page.getByText('Tudo salvo')).toBeVisible();

    // One web process of each version. A page of either build gets its scripts from both.
    const drawnBy = new Set<string>();
    for (let visit = 0; visit < 8; visit += 1) {
      const visitor = await openBrowser();
      const login = await visitor.newPage();
      await signIn(login, ana);
      drawnBy.add(/Escriba antes/.test(await login.title()) ? 'old' : 'new');
      await visitor.close();
    }
    expect([...drawnBy].sort()).toEqual(['new', 'old']);

    const bia = newAccount({ name: 'Bia Sousa' });
    const biasPage = await biasContext.newPage();
    gotoUntilHydrated(biasPage);
    await biasPage.goto('/register');
    await field(biasPage, 'Nome').fill(bia.name);
    await field(biasPage, 'E-mail').fill(bia.email);
    await field(biasPage, 'Senha').fill(bia.password);
    await field(biasPage, 'Ocupação').selectOption(bia.occupation);
    await button(biasPage, 'Criar conta').click();
    await expectPage(biasPage.getByText('Cadastro realizado!')).toBeVisible();
    await biasPage.goto(await waitForLink(stage.mailboxUrl, bia.email, 'verify-email'));
    // The browser that signed up need not confirm by a button.
    await biasPage.waitForURL('/dashboard');

    // An upload and a summary run while the last old web process ends.
    await biasPage.getByRole('link', { name: 'Nova Transcrição' }).first().click();
    const network = await biasContext.newCDPSession(biasPage);
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 1_500_000,
    });
    await upload(biasPage, 'aula longa.wav', toneRecording(280_000));
    await languageModelControls(stage).behave({ pauseMs: 1_000 });
    await button(page, 'Ver ou editar o prompt').click();
    await button(page, 'Gerar com este prompt').click();
    const secondNewWeb = await stage.web(thisRelease);
    stage.balanceOver(newWeb, secondNewWeb);
    await secondOldWeb.stop();
    await expectPage(page.getByRole('article', { name: 'Resumo' })).toContainText('colegas da turma', {
      timeout: 30_000,
    });
    await biasPage.waitForURL(detail, { timeout: 60_000 });
    await expectPage(segment(biasPage)).toBeVisible({ timeout: 30_000 });

    // Ana's pages of the old build open screens whose files no process of their build can serve any more.
    await page.getByRole('link', { name: 'Conta' }).first().click();
    await expectPage(field(page, 'Nome completo')).toHaveValue(ana.name);
    expect(await page.title()).toContain('Escriba antes');
    await expectPage(typing.getByRole('button', { name: /versão nova/ })).toBeVisible({
      timeout: 120_000,
    });
    await typing.getByRole('button', { name: /versão nova/ }).click();
    await expectPage(typing).not.toHaveTitle(/Escriba antes/);
    await expectPage(field(typing, 'Título (opcional)')).toHaveValue('Entrevista com a Rita');
    await page.goto(text);
    await expectPage(segment(page)).toContainText('Bom dia a todos, colegas da turma');

    await newWorker.stop();
    const refused = stage.passed.filter(({ status }) => status === 404 || status >= 500);
    expect(refused).toEqual([]);
    const counts = Object.groupBy(stage.passed, ({ status }) => String(status));
    process.stdout.write(
      `answers by status: ${JSON.stringify(Object.entries(counts).map(([status, all]) => [status, all?.length]))}\n`,
    );
  }, 400_000);
});
