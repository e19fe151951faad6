import { createServer } from 'vite';
import {
  test as base,
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  toastOf,
} from '../fixtures/fixtures.ts';

const test = base.extend<object, { gallery: string }>({
  gallery: [
    async ({ browserName: _ }, use) => {
      const server = await createServer({
        configFile: 'tests/ui-gallery/vite.config.ts',
        logLevel: 'error',
        server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
      });
      await server.listen();
      const [url] = server.resolvedUrls?.local ?? [];
      if (url === undefined) throw new Error('the gallery has no address');
      await use(url);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: [async ({ browserName: _ }, use) => use({ url: 'http://gallery.invalid' }), { scope: 'worker' }],
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every component of the interface is accessible in the ${colorScheme} theme`, async ({
    page,
    gallery,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(gallery);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);

    await page.getByRole('button', { name: 'Abrir diálogo' }).click();
    await expect(page.getByRole('dialog').getByLabel('Nome')).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Abrir diálogo' })).toBeFocused();

    await page.getByRole('button', { name: 'Abrir confirmação' }).click();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Abrir confirmação' })).toBeFocused();

    await page.getByRole('button', { name: 'Abrir menu' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Baixar SRT' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Excluir' })).toBeFocused();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Mostrar aviso' }).click();
    await expect(toastOf(page, 'Erro ao fazer download. Tente novamente.')).toBeVisible();
    await expectNoAxeViolations(page);
  });
}

test('every control is at least 40 px high', async ({ page, gallery }) => {
  await page.goto(gallery);
  const controls = page.locator('button, input, select, textarea, [role="switch"], [role="checkbox"]');
  await expect(controls.first()).toBeVisible();
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    if (box !== null) expect(Math.round(box.height), await control.innerHTML()).toBeGreaterThanOrEqual(40);
  }
});
