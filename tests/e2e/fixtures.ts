import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { clientAddress } from '#tests/client-address.ts';

export { expect };

type TestFixtures = {
  /** Console texts that a journey causes on purpose; anything else said there fails it. */
  expectedNoise: RegExp[];
  account: Account;
  /** The browser of somebody with a session, without a server that knows them. */
  signedIn: Page;
};

export type Account = { id: string; name: string; email: string; image: string | null };

export const sessionAddress = '**/api/auth/get-session';

/** The mailbox is known only where the product was started for these journeys. */
type Product = { url: string; mailboxUrl?: string | undefined };

export const test = base.extend<TestFixtures, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) =>
      use({ url: process.env.E2E_BASE_URL ?? '', mailboxUrl: process.env.E2E_MAILBOX_URL }),
    { scope: 'worker' },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  extraHTTPHeaders: async ({ browserName: _ }, use) => use({ 'x-forwarded-for': clientAddress() }),

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
    await page.route('**/api/profile', (route) => route.fulfill({ json: profileOf(account) }));
    await use(page);
  },
});

/** The dashboard shows the name and the photo of the profile. */
function profileOf({ name, email, image }: Account) {
  const moment = '2026-11-21T12:00:00.000Z';
  return {
    id: '5d9a2f0e-6d0c-4f5e-9a51-3c1f0a7b2e44',
    name,
    email,
    avatar: image,
    plan: 'free',
    plan_name: 'Free',
    used_hours: 0,
    occupation: null,
    use_case: null,
    how_found: null,
    created_at: moment,
    updated_at: moment,
    has_password: true,
  };
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectClean(axe: AxeBuilder) {
  // One page has no frames of other sites: asked the older way, axe need not open a page of its own each time.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

export async function expectNoAxeViolations(page: Page) {
  await expectClean(new AxeBuilder({ page }).withTags(standards));
}

/** The rest of what axe looks at is the same in every theme. */
export async function expectReadableColours(page: Page) {
  // The page hears of the system's change a moment later, and colours on their way there are nobody's choice.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // One that is taken back on its way has ended too.
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  await expectClean(new AxeBuilder({ page }).withRules(['color-contrast']));
}

/** No page may scroll sideways, whatever the width. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess).toBe(0);
}

/** Journeys over mail need the mailbox of a product that was started for them. */
export function mailboxOf({ mailboxUrl }: Product): string {
  test.skip(mailboxUrl === undefined, 'the mailbox of a product that already runs is not known');
  return mailboxUrl ?? '';
}
