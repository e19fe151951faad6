import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { clientAddress } from '#tests/client-address.ts';
import { type NewAccount, newAccount, signUp } from '#tests/factories.ts';
import { pressLink } from '#tests/press-link.ts';
import { gotoUntilAlive } from './goto-until-alive.ts';

export { expect };

type TestFixtures = {
  /** Console texts that a journey causes on purpose; anything else said there fails it. */
  expectedNoise: RegExp[];
  /** Somebody with a confirmed account. */
  account: NewAccount;
  /** The browser of that somebody, with a session of the real server. */
  signedIn: Page;
};

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

  page: async ({ page, javaScriptEnabled, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(error.stack ?? error.message));
    if (javaScriptEnabled) gotoUntilAlive(page);
    await use(page);
    expect(noise.filter((text) => !expectedNoise.some((expected) => expected.test(text)))).toEqual([]);
  },

  account: async ({ product }, use) => {
    const place = { url: product.url, mailboxUrl: mailboxOf(product) };
    const { account, link } = await signUp(place, newAccount({ name: 'Ana Beatriz' }));
    expect((await pressLink(link)).status).toBe(302);
    await use(account);
  },

  signedIn: async ({ page, product, account }, use) => {
    // The link that confirmed the address made a session elsewhere; this one is the browser's own.
    await page.request.post('/api/auth/sign-in/email', {
      headers: { origin: product.url },
      data: { email: account.email, password: account.password },
    });
    await use(page);
  },
});

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Colours on their way there are nobody's choice; one that is taken back on its way has ended too. What inherits a
 * colour sets out only when the other has come, so that one look is not enough.
 */
const untilStill = `(async () => {
  for (;;) {
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
})()`;

/** Axe is half a megabyte, so that it is sent once to each page; what passes, nobody reads here. */
async function axeIn(page: Page) {
  const isThere = await page.evaluate<boolean>("'axe' in window");
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page });
  return axe.options({ resultTypes: ['violations'], preload: false });
}

async function expectClean(page: Page, axe: AxeBuilder) {
  await page.evaluate(untilStill);
  // One page has no frames of other sites: asked the older way, axe need not open a page of its own each time.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

export async function expectNoAxeViolations(page: Page) {
  await expectClean(page, (await axeIn(page)).withTags(standards));
}

/** A page learns of a change of the system's theme a moment after the change. */
const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-theme', theme);

/** The rest of what axe looks at is the same in every theme. */
export async function expectReadableColours(page: Page, theme: 'light' | 'dark' = 'dark') {
  await expectTheme(page, theme);
  await expectClean(page, (await axeIn(page)).withRules(['color-contrast']));
}

/** No page may scroll sideways, whatever the width. A table becomes cards a moment after the width changes. */
export const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'))
    .toBe(0);

/** In the light theme all of it, in the dark one what a theme can change. */
export async function expectWellDrawn(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectTheme(page, 'light');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadableColours(page);
}

/** Journeys over mail need the mailbox of a product that was started for them. */
export function mailboxOf({ mailboxUrl }: Product): string {
  test.skip(mailboxUrl === undefined, 'the mailbox of a product that already runs is not known');
  return mailboxUrl ?? '';
}

/** A visitor moves on and on; a single move can come before the page listens for it. */
export async function movePointerUntil(page: Page, isDone: () => boolean | Promise<boolean>) {
  let moves = 0;
  await expect
    .poll(async () => {
      moves += 1;
      await page.mouse.move(1, 1 + (moves % 50));
      return isDone();
    })
    .toBe(true);
}
