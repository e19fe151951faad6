import type { Page } from '@playwright/test';
import { formatDate } from '#domain/format/dates.ts';
import { expectWellDrawn, greetingOf } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';

const numbers = (page: Page) => page.getByLabel('Seu mês em números');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar nas transcrições' });
const today = () => new Date();

/** Returns the date in the product's time zone, which differs from UTC at night. */
function productDate() {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
    .format(today())
    .split('-');
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  return { year, month, day };
}

test('a new user sees a greeting, the plan and the example', { tag: '@every-size' }, async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetingOf('Ana'));
  await expect(page.getByText('Plano Free', { exact: true })).toBeVisible();
  const { year, month } = productDate();
  const next = new Date(Date.UTC(year, month, 1, 12));
  await expect(page.getByText(`Renova em ${formatDate(next.toISOString())}`)).toBeVisible();
  await expect(page.getByText(/^Dica do dia: \S/)).toBeVisible();
  await expect(numbers(page)).toContainText('5 h');
  await expect(numbers(page)).toContainText('10 min');
  await expect(page.getByRole('heading', { name: /^Exemplo com vozes sintéticas/ })).toBeVisible();
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enviar novo arquivo' })).toHaveAttribute(
    'href',
    '/dashboard/novo-arquivo',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Ver planos' })).toHaveAttribute(
    'href',
    '/dashboard/plano',
  );
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Abrir uma transcrição de exemplo' }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/transcricoes\/[0-9a-f-]{36}$/);
});

test('the dashboard shows the month’s numbers and its texts', { tag: '@phone-too' }, async ({
  signedIn: page,
  library,
}) => {
  const said = 'Uma frase que se repete até encher bem mais do que cento e vinte letras. ';
  await library.use(90);
  const ids = await library.insert([
    { title: 'Aula', createdAt: today(), durationMs: 1_200_000, sentences: [said.repeat(3).trim()] },
    {
      title: null,
      fileName: '',
      createdAt: new Date(today().getTime() - 1),
      durationMs: 600_000,
      sentences: ['Oi.'],
    },
  ]);
  await page.goto('/dashboard');
  await expect(numbers(page)).toContainText('3 h 30 min');
  await expect(numbers(page)).toContainText('90 min');
  await expect(page.getByRole('progressbar', { name: 'Horas usadas neste mês' })).toHaveAttribute(
    'aria-valuetext',
    'Você usou 1 h 30 min de 5 h',
  );
  await expect(numbers(page).locator('div', { hasText: 'Concluídas' })).toContainText('2');

  const recent = page.getByRole('region', { name: 'Últimas transcrições' });
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  const first = recent.getByRole('link', { name: /^Aula/ });
  await expect(first).toHaveAttribute('href', `/dashboard/transcricoes/${ids[0]}`);
  await expect(first).toContainText(/hoje, \d\d:\d\d\s*·\s*20\smin/);
  const [excerpt = ''] = await first.getByText('Uma frase que').allInnerTexts();
  expect(excerpt.length).toBeGreaterThan(100);
  expect(excerpt.length).toBeLessThanOrEqual(121);
  await expect(recent.getByRole('link', { name: /^Transcrição Sem Título/ })).toBeVisible();

  await expect(page.getByRole('heading', { name: /^Exemplo com vozes sintéticas/ })).toHaveCount(0);
  await expectWellDrawn(page);
});

test('the list states that the month has no transcription', { tag: '@phone-too' }, async ({
  signedIn: page,
  library,
}) => {
  const long = new Date(Date.now() - 40 * 86_400_000);
  await library.insert([{ title: 'Antiga', createdAt: long }]);
  await page.goto('/dashboard');
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  await expectWellDrawn(page);
});

test('the dashboard shows the five latest transcriptions and links to the full list', async ({
  signedIn: page,
  library,
}) => {
  await library.insert(
    Array.from({ length: 7 }, (_, index) => ({
      title: `Aula ${index}`,
      createdAt: new Date(today().getTime() - index * 10),
    })),
  );
  await page.goto('/dashboard');
  const recent = page.getByRole('region', { name: 'Últimas transcrições' });
  await expect(recent.getByRole('listitem')).toHaveCount(5);
  await expect(recent.getByRole('listitem').first()).toContainText('Aula 0');
  await recent.getByRole('link', { name: 'Ver todas' }).press('Enter');
  await expect(page).toHaveURL('/dashboard/transcricoes');
});

test('a user of the keyboard moves from the skip link to the upload, the plans, the list and the first text', async ({
  signedIn: page,
  library,
}) => {
  await library.insert([{ title: 'Aula', createdAt: today() }]);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Aula/ })).toBeVisible();
  await page.getByRole('link', { name: 'Pular para o conteúdo' }).press('Enter');
  for (const name of ['Enviar novo arquivo', 'Gravar', 'Ver planos']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(search(page)).toBeFocused();
  for (const name of ['Ver todas', /^Aula/]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/transcricoes\/[0-9a-f-]{36}$/);
});

test('the search at home leads to the list with its query', { tag: '@phone-too' }, async ({
  signedIn: page,
  library,
}) => {
  await library.insert([
    { title: 'Aula', sentences: ['O orçamento foi aprovado.'] },
    { title: 'Reunião', sentences: ['Bom dia a todos.'] },
  ]);
  await page.goto('/dashboard');
  await expect(search(page)).toHaveAttribute('placeholder', 'Nome ou palavra dita');
  expect((await search(page).boundingBox())?.height).toBe(44);
  await search(page).fill(' orçamento ');
  await search(page).press('Enter');
  await expect(page).toHaveURL('/dashboard/transcricoes?q=or%C3%A7amento');
  await expect(search(page)).toHaveValue('orçamento');
  await expect(page.getByRole('link', { name: /Aula/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Reunião/ })).toHaveCount(0);
});

test('home has no search without a recording', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  await expect(search(page)).toHaveCount(0);
});

for (const timezoneId of ['Asia/Tokyo', 'America/Rio_Branco'])
  test.describe(`a device in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test(`greets by the time of day in ${timezoneId}`, async ({ signedIn: page }) => {
      await page.goto('/dashboard');
      const hour = await page.evaluate<number>('new Date().getHours()');
      const there = new Intl.DateTimeFormat('en', {
        timeZone: timezoneId,
        hour: 'numeric',
        hourCycle: 'h23',
      });
      expect(hour).toBe(Number(there.format(new Date())));
      const greeting = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde';
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${greeting}, Ana`);
    });
  });

test('the link to record leads to the recorder', { tag: '@phone-too' }, async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Gravar' }).click();
  await expect(page).toHaveURL('/dashboard/novo-arquivo#gravar');
  const button = page.getByRole('button', { name: 'Gravar pelo microfone' });
  await expect(button).toBeFocused();
  await expect(button).toBeInViewport();
});

test.describe('when the server fails', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/Failed to load resource/]) });

  test('the dashboard still shows the greeting, and a retry loads the month', { tag: '@phone-too' }, async ({
    signedIn: page,
  }) => {
    const body = JSON.stringify({ error: 'Sem acesso.', code: 'forbidden', requestId: 'r-1' });
    await page
      .context()
      .route('**/api/dashboard', (route) =>
        route.fulfill({ status: 403, contentType: 'application/json', body }),
      );
    await page.goto('/dashboard');
    await expect(page.getByText('Não foi possível carregar seu mês')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetingOf('Ana'));
    await expectWellDrawn(page);
    await page.context().unroute('**/api/dashboard');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(numbers(page)).toContainText('5 h');
  });
});
