import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { startProductProcess } from './product-process.ts';

export { expect };

export type ProductOptions = { productUrl: string | undefined };

type TestFixtures = {
  /** Console texts that a journey causes on purpose; anything else said there fails it. */
  expectedNoise: RegExp[];
  account: Account;
  /** The browser of somebody with a session, without a server that knows them. */
  signedIn: Page;
};

export type Account = { id: string; name: string; email: string; image: string | null };

export const sessionAddress = '**/api/auth/get-session';

/** The mailbox is known only where the worker started the product itself. */
type Product = { url: string; mailboxUrl?: string };

export const test = base.extend<TestFixtures, ProductOptions & { product: Product }>({
  productUrl: [undefined, { option: true, scope: 'worker' }],

  product: [
    async ({ productUrl }, use) => {
      if (productUrl !== undefined) {
        await use({ url: productUrl });
        return;
      }
      const { stop, ...product } = await startProductProcess();
      await use(product);
      await stop();
    },
    // The first start makes a database.
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  expectedNoise: async ({ browserName: _ }, use) => use([]),

  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(error.stack ?? error.message));
    await use(page);
    expect(noise.filter((text) => !expectedNoise.some((expected) => expected.test(text)))).toEqual([]);
  },

  account: async ({ browserName: _ }, use) =>
    use({ id: 'u1', name: 'Ana Beatriz', email: 'ana@example.com', image: null }),

  signedIn: async ({ page, account }, use) => {
    await page.route(sessionAddress, (route) =>
      route.fulfill({ json: { user: account, session: { id: 's1' } } }),
    );
    await use(page);
  },
});

export async function expectNoAxeViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** No page may scroll sideways, whatever the width. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess).toBe(0);
}
