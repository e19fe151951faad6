import type { Page } from '@playwright/test';
import { paths, renderedPaths } from '#web/app/paths.ts';
import { expectNothingCutOrCovered } from '../fixtures/cut-or-covered.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  test,
} from '../fixtures/fixtures.ts';

const titles: Record<(typeof renderedPaths)[number], string> = {
  '/404': 'Página não encontrada',
  '/': 'Transcreva. Resuma. Economize tempo.',
  '/plans': 'Planos',
  '/faq': 'Perguntas frequentes',
  '/contato': 'Contato',
  '/privacy': 'Política de privacidade',
  '/terms': 'Termos de uso',
  '/maintenance': 'Estamos atualizando o Escriba',
  '/register': 'Criar conta',
  '/login': 'Entrar',
  '/esqueci-senha': 'Recuperar senha',
  '/redefinir-senha': 'Redefinir senha',
  '/auth/callback': 'Processando autenticação...',
};

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 1_024 };
/** The size of a desktop at 200 % zoom. */
const halfDesktop = { width: 720, height: 450 };
const desktop = { width: 1_440, height: 900 };

const still = { reducedMotion: 'reduce' } as const;

/** Checks all widths in one visit, since no page depends on the width at which it was opened. */
async function expectWellMade(page: Page, path: (typeof renderedPaths)[number]) {
  // Reduce motion, because axe would otherwise measure text during its fade-in.
  await page.emulateMedia({ colorScheme: 'light', ...still });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[path]);
  await expect(page).toHaveTitle(/Escriba/);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', ...still });
  await expectReadableColours(page);
  for (const size of [tablet, halfDesktop, phone]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectNothingCutOrCovered(page);
  }
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'light', ...still });
  await expectReadableColours(page, 'light');
  await page.evaluate("document.documentElement.style.fontSize = '32px'");
  await expectNoSidewaysScroll(page);
  await expectNothingCutOrCovered(page);
  if (path !== '/404') await expect(page.getByRole('button', { name: /^Tema/ })).toBeVisible();
  await page.setViewportSize(desktop);
}

// Split the pages into two tests, so that two cores check them in parallel.
const half = Math.ceil(renderedPaths.length / 2);
const halves = [renderedPaths.slice(0, half), renderedPaths.slice(half)];

for (const paths of halves) {
  test(`the pages ${paths.join(', ')} are accessible in both themes, at every width and with very large letters, without foreign requests`, async ({
    page,
    product,
    expectedNoise,
  }) => {
    expectedNoise.push(/404/);
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (url.startsWith('http') && !url.startsWith(product.url)) foreign.push(url);
    });
    for (const path of paths) await test.step(path, () => expectWellMade(page, path));
    expect(foreign).toEqual([]);
  });
}

test('the layout check finds cut and overlapping text', async ({ page }) => {
  for (const content of [
    '<p style="width: 40px; overflow: hidden; white-space: nowrap">Transcreva e resuma</p>',
    '<p>Transcreva</p><p style="margin-top: -2.5em">Resuma</p>',
  ]) {
    await page.setContent(content);
    await expect(expectNothingCutOrCovered(page)).rejects.toThrow(/cut: |one over another: /);
  }
});

test('the demonstration with very large letters fits into the width of a phone', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.evaluate("document.documentElement.style.fontSize = '32px'");
  const edges = await page
    .locator('.demonstration :is(.during, .after, .picture-word)')
    .evaluateAll((all) => all.map((piece) => piece.getBoundingClientRect().right));
  expect(Math.max(...edges)).toBeLessThanOrEqual(360);
});

test('the pages with forms fit into the window with letters that a style has doubled', async ({ page }) => {
  for (const path of ['/contato', '/register']) {
    await page.goto(path);
    await page.evaluate("document.documentElement.style.fontSize = '32px'");
    await expectNoSidewaysScroll(page);
  }
});

test('the back link stays beside the name with doubled letters on a phone', async ({ page }) => {
  // For the styles, this size equals a phone of 380 px whose browser doubles its letters.
  await page.setViewportSize({ width: 190, height: 370 });
  await page.goto('/register');
  const header = page.getByRole('banner');
  const [name, back] = await Promise.all(
    ['Escriba, página inicial', 'Voltar'].map((link) =>
      header.getByRole('link', { name: link, exact: true }).boundingBox(),
    ),
  );
  expect(back?.y).toBe(name?.y);
});

test('a page prints dark on white, without controls', async ({ page }) => {
  const ground = 'getComputedStyle(document.body).backgroundColor';
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await page.evaluate(ground);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.evaluate(ground)).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ver planos' })).toHaveCount(0);
});

test('buttons have an outline in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const start = page.getByRole('link', { name: 'Comece gratuitamente' }).first();
  await expect(start).toHaveCSS('border-top-width', '1px');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads every page outside the dashboard', { tag: '@always' }, async ({ page }) => {
    for (const path of renderedPaths.filter((each) => each !== paths.notFound)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  test('an unknown address shows the error page', async ({ page, expectedNoise }) => {
    expectedNoise.push(/404/);
    for (const path of ['/nao-existe', '/nao/existe', '/404']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada');
      await expect(page.getByRole('button')).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Ir para o início' }).click();
    await expect(page).toHaveURL('/');
  });

  test('the landing page on a phone shows the finished demonstration and no control that needs scripts', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/');
    // Use a short timeout, because with scripts the demonstration reaches this state too, but only at its end.
    const soon = { timeout: 1_000 };
    await expect(page.locator('.demonstration-state > .during')).toHaveCSS('opacity', '0', soon);
    await expect(page.locator('.demonstration-summary')).toHaveCSS('opacity', '1', soon);
    await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Tema/ })).toBeHidden();
    await expectNoSidewaysScroll(page);
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link', { name: 'Entrar' })).toBeVisible();
    // The header must have two rows with space above and below: name and sign-in links, then all four links.
    const boxOf = async (name: string) => {
      const box = await banner.getByRole('link', { name }).boundingBox();
      return { ...box, top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0), x: box?.x ?? 0 };
    };
    const [name, signUp, first, last] = await Promise.all(
      ['Escriba, página inicial', 'Criar conta', 'Início', 'Contato'].map(boxOf),
    );
    const header = await banner.boundingBox();
    expect(name?.top).toBeGreaterThanOrEqual(8);
    expect(signUp?.top).toBe(name?.top);
    expect(last?.top).toBe(first?.top);
    expect((header?.height ?? 0) - (last?.bottom ?? 0)).toBeGreaterThanOrEqual(8);
    // The link's padding must lie outside, so that its letters begin where the name does.
    expect((first?.x ?? 0) + 8).toBe(name?.x);
    await banner.getByRole('link', { name: 'Planos' }).click();
    await expect(page).toHaveURL('/plans');
    for (const path of ['/privacy', '/terms', '/login', '/register']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: /^(Voltar|Mostrar senha)$/ })).toHaveCount(0);
    }
  });
});

test('an unknown address shows the error page, which links to the landing page', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/404/);
  const answer = await page.goto('/nao-existe');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página não encontrada');
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await expect(page).toHaveURL('/');
});

test('the maintenance page links to the requested page, and never to another site', async ({ page }) => {
  const again = page.getByRole('link', { name: 'Tentar novamente' });
  for (const [query, target] of [
    ['?redirect=%2Fplans%3Fplano%3Dpro', '/plans?plano=pro'],
    ['?redirect=%2F%2Foutro.example', '/'],
    ['', '/'],
  ] as const) {
    await page.goto(`/maintenance${query}`);
    await expect(again).toHaveAttribute('href', target);
  }
});
