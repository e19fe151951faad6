/** Presses of buttons before the scripts of the page have run, on slow lines. */
import type { Page, Route } from '@playwright/test';
import { isLong } from '#tests/helpers/is-long.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { signedInAccount } from '../fixtures/real-account.ts';

const kilobit = 1_000 / 8;
const lines = [
  { name: '400 kbit/s and 400 ms', latency: 400, downloadThroughput: 400 * kilobit },
  { name: '1.6 Mbit/s and 150 ms', latency: 150, downloadThroughput: 1_600 * kilobit },
];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isHydrated = 'Object.keys(document.body).some((key) => key.startsWith("__reactFiber"))';

/** Writes into the fields as a password manager does that sends no events. */
const fillSilently = (page: Page, values: Record<string, string>) =>
  page.evaluate(
    `for (const [name, value] of Object.entries(${JSON.stringify(values)}))
      document.querySelector(\`[name="\${name}"]\`).value = value;`,
  );

const wrong = { email: 'ana@exemplo.com', password: 'Palpite-errado-9' };
const message = { name: 'Ana', email: 'ana@exemplo.com', message: 'Vocês transcrevem aulas longas?' };

type Press = {
  name: string;
  path: string;
  values: Record<string, string>;
  press: (page: Page) => Promise<void>;
  /** The call that must be sent once, or undefined if the press only opens something. */
  call: string | undefined;
  effect: (page: Page) => Promise<void>;
};

const refusal = (page: Page) => expect(page.getByText('Recusado.')).toBeVisible();
const presses: Press[] = [
  {
    name: 'Enter',
    path: '/login',
    values: wrong,
    press: (page) => page.getByLabel('Senha', { exact: true }).press('Enter'),
    call: '/api/auth/sign-in/email',
    effect: refusal,
  },
  {
    name: 'Entrar',
    path: '/login',
    values: wrong,
    press: (page) => button(page, 'Entrar').click(),
    call: '/api/auth/sign-in/email',
    effect: refusal,
  },
  {
    name: 'Google',
    path: '/login',
    values: {},
    press: (page) => button(page, 'Entrar com Google').click(),
    call: '/api/auth/sign-in/social',
    effect: (page) => refusal(page),
  },
  {
    name: 'the magic link',
    path: '/login',
    values: { email: wrong.email },
    press: (page) => button(page, 'Entrar com link mágico').click(),
    call: undefined,
    effect: async (page) => {
      await expect(button(page, 'Fechar link mágico')).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByLabel('E-mail que recebe o link')).toBeVisible();
    },
  },
  {
    name: 'the contact form',
    path: '/contato',
    values: message,
    press: (page) => button(page, 'Enviar mensagem').click(),
    call: '/api/contact',
    effect: (page) => expect(page.getByText('Mensagem enviada com sucesso!')).toBeVisible(),
  },
];

/** Answers the call of a press without the server: twenty wrong passwords would meet its limits. */
async function answerCalls(page: Page, bodies: object[]) {
  const answer = (status: number, code: string) => async (route: Route) => {
    bodies.push(route.request().postDataJSON());
    const refused = { error: 'Recusado.', code, requestId: 'r' };
    await route.fulfill({ status, json: status < 400 ? { received: true } : refused });
  };
  await page.context().route('**/api/auth/sign-in/email', answer(401, 'wrong_credentials'));
  await page.context().route('**/api/auth/sign-in/social', answer(503, 'google_unavailable'));
  await page.context().route('**/api/contact', answer(201, ''));
}

/** Presses while the page has no handlers yet, and checks that the press shows at once and acts once. */
async function pressEarly(page: Page, bodies: object[], { path, values, press, call, effect }: Press) {
  bodies.length = 0;
  await page.goto(path, { waitUntil: 'commit' });
  // The last button of the page, so that the whole form is there.
  await page.locator('main button').last().waitFor();
  await fillSilently(page, values);
  await press(page);
  const [taken, late] = await page.evaluate<[boolean, boolean]>(
    `[document.querySelector('[data-taken]') !== null, ${isHydrated}]`,
  );
  expect(taken || late).toBe(true);
  await effect(page);
  await expect(page.locator('[data-taken]')).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  if (call === undefined) return taken;
  expect(bodies).toHaveLength(1);
  if (Object.keys(values).length > 0) expect(bodies[0]).toMatchObject(values);
  return taken;
}

for (const line of lines)
  for (const serviceWorkers of ['block', 'allow'] as const)
    test.describe(`on a line of ${line.name}, with the service worker ${serviceWorkers}ed`, () => {
      test.use({
        serviceWorkers,
        expectedNoise: async ({ browserName: _ }, use) =>
          use([/Failed to load resource/, /Service Worker registration blocked/]),
      });
      test.skip(!isLong && serviceWorkers === 'allow', 'the default run presses on a first visit only');

      for (const each of presses)
        test(`${each.name} before hydration acts once after it`, {
          tag: each.name === 'Entrar' && line.latency === 400 ? '@always' : [],
        }, async ({ page }) => {
          test.setTimeout(180_000);
          const bodies: object[] = [];
          await answerCalls(page, bodies);
          if (serviceWorkers === 'allow') {
            await page.goto('/faq');
            await page.evaluate('navigator.serviceWorker.ready');
          }
          const session = await page.context().newCDPSession(page);
          const { latency, downloadThroughput } = line;
          await session.send('Network.enable');
          await session.send('Network.emulateNetworkConditions', {
            offline: false,
            latency,
            downloadThroughput,
            uploadThroughput: downloadThroughput,
          });
          // Each press meets an empty cache, as at a first visit.
          await session.send('Network.setCacheDisabled', { cacheDisabled: true });
          let early = 0;
          for (let count = 0; count < (isLong ? 4 : 1); count += 1)
            early += (await pressEarly(page, bodies, each)) ? 1 : 0;
          expect(early).toBeGreaterThan(0);
        });
    });

test.describe('while the scripts are on their way', () => {
  async function holdScripts(page: Page) {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.context().route('**/assets/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  }

  test('a real sign-in by Enter opens the dashboard', { tag: '@phone-too' }, async ({ page, product }) => {
    const { email, password } = await signedInAccount(page, product);
    await page.context().clearCookies();
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    await expect(button(page, 'Entrar')).toHaveAttribute('aria-busy', 'true');
    await expect(button(page, 'Entrar')).toBeEnabled();
    release();
    await expect(page).toHaveURL('/dashboard');
  });

  test('the sign-up button follows its fields, and its press signs up once', async ({ page }) => {
    const bodies: object[] = [];
    await page.context().route('**/api/auth/sign-up/email', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill({ json: { user: {} } });
    });
    const release = await holdScripts(page);
    await page.goto('/register', { waitUntil: 'commit' });
    const submit = button(page, 'Criar conta');
    await expect(submit).toBeDisabled();
    const account = { name: 'Ana Conceição', email: wrong.email, occupation: 'Estudante' };
    await fillSilently(page, { ...account, password: 'fraca' });
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    await expect(submit).toBeDisabled();
    await fillSilently(page, { password: 'Segredo-forte-1' });
    await expect(submit).toBeEnabled();
    await submit.click();
    await expect(submit).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByText('Cadastro realizado!')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ ...account, password: 'Segredo-forte-1' })]);
  });

  test('the first tap on a link keeps the page to return to', { tag: '@phone-too' }, async ({ page }) => {
    const release = await holdScripts(page);
    for (const [from, link, to] of [
      ['/login', 'Criar conta', '/register'],
      ['/register', 'Entrar', '/login'],
    ] as const) {
      await page.goto(`${from}?redirect=%2Fdashboard%2Fconta`, { waitUntil: 'commit' });
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
      await expect(page).toHaveURL(`${to}?redirect=%2Fdashboard%2Fconta`);
    }
    release();
  });

  test('the last of several presses acts, once', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await button(page, 'Entrar com Google').click();
    for (let count = 0; count < 3; count += 1) await button(page, 'Entrar com link mágico').click();
    // A small button beside the form does not replace the press.
    await button(page, 'Mostrar senha').click();
    await expect(page.locator('[data-taken]')).toHaveCount(1);
    release();
    await expect(page.getByLabel('E-mail que recebe o link')).toBeVisible();
    expect(calls).not.toContain('/api/auth/sign-in/social');
  });
});

test('a form filled without events after hydration sends what it shows', async ({ page }) => {
  const bodies: object[] = [];
  await answerCalls(page, bodies);
  await page.goto('/esqueci-senha');
  await page.context().route('**/api/auth/request-password-reset', async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ json: { status: true, sent_before: false } });
  });
  await fillSilently(page, { email: wrong.email });
  await button(page, 'Enviar link de recuperação').click();
  await expect(page.getByText(`Enviamos um link de recuperação para ${wrong.email}.`)).toBeVisible();
  expect(bodies).toEqual([expect.objectContaining({ email: wrong.email })]);
});
