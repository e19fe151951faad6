import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from '#server/adapters/db/database.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { clientAddress } from '#tests/client-address.ts';
import { type NewAccount, newAccount } from '#tests/factories.ts';
import { insertSession, insertUser } from '#tests/inserted-user.ts';
import { gotoUntilHydrated } from './goto-until-hydrated.ts';

export { expect };

type TestFixtures = {
  /** Console texts that a journey causes on purpose; any other text fails it. */
  expectedNoise: RegExp[];
  /** A confirmed account that has signed in before. */
  account: NewAccount & { userId: string };
  /** That account's browser, with a session of the real server. */
  signedIn: Page;
};

export const sessionAddress = '**/api/auth/get-session';

/** The mailbox is known only where the product was started for these journeys. */
type Product = { url: string; mailboxUrl?: string | undefined };

type WorkerFixtures = {
  product: Product;
  /** The product's database. */
  db: Database;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
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
    if (javaScriptEnabled) gotoUntilHydrated(page);
    await use(page);
    expect(noise.filter((text) => !expectedNoise.some((expected) => expected.test(text)))).toEqual([]);
  },

  db: [
    async ({ browserName: _ }, use) => {
      const pool = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 2 });
      await use(drizzle(pool));
      await pool.end();
    },
    { scope: 'worker' },
  ],

  // Inserted, because sign-up by form and mail takes ten times as long; register.spec.ts signs up for real.
  account: async ({ db }, use) => {
    test.skip(
      process.env.E2E_DATABASE_URL === undefined,
      'the database of a product that already runs is not known',
    );
    const account = newAccount({ name: 'Ana Beatriz' });
    const { name, email, occupation } = account;
    const userId = await insertUser({ db }, account);
    await db.insert(profiles).values({ id: userId, name, email, occupation, welcomedAt: new Date() });
    await use({ ...account, userId });
  },

  signedIn: async ({ page, context, product, account, db }, use) => {
    const secret = process.env.E2E_SESSION_SECRET ?? '';
    const cookie = await insertSession({ db }, { userId: account.userId, secret, publicUrl: product.url });
    await context.addCookies([{ ...cookie, url: product.url, httpOnly: true, sameSite: 'Lax' }]);
    await use(page);
  },
});

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits until no colour transition runs. A cancelled transition has ended too. An inherited colour starts its own
 * transition afterwards, so one check is not enough.
 */
const untilStill = `(async () => {
  for (;;) {
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
})()`;

/** Axe is half a megabyte, so inject it once per page; and collect only violations. */
async function axeIn(page: Page) {
  const isThere = await page.evaluate<boolean>("'axe' in window");
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page });
  return axe.options({ resultTypes: ['violations'], preload: false });
}

async function expectClean(page: Page, axe: AxeBuilder) {
  await page.evaluate(untilStill);
  // Legacy mode spares axe a new page for each check; it suffices because no page has foreign frames.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

export async function expectNoAxeViolations(page: Page) {
  await expectClean(page, (await axeIn(page)).withTags(standards));
}

/** The page receives the system's theme change a moment later. */
const expectTheme = (page: Page, theme: 'light' | 'dark') =>
  expect(page.locator('html')).toHaveAttribute('data-theme', theme);

/** Checks only contrast: the other axe rules give the same result in every theme. */
export async function expectReadableColours(page: Page, theme: 'light' | 'dark' = 'dark') {
  await expectTheme(page, theme);
  await expectClean(page, (await axeIn(page)).withRules(['color-contrast']));
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  // Below 0 where the page keeps the room of its hidden scroll bar.
  expect(excess).toBeLessThanOrEqual(0);
}

/** Runs all checks in the light theme, and in the dark one those that a theme affects. */
export async function expectWellDrawn(page: Page) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectTheme(page, 'light');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadableColours(page);
}

/** Returns the mailbox; skips the journey if the product was not started for these tests. */
export function mailboxOf({ mailboxUrl }: Product): string {
  test.skip(mailboxUrl === undefined, 'the mailbox of a product that already runs is not known');
  return mailboxUrl ?? '';
}

/** A toast by its text, without the hidden copy that a screen reader announces. */
export const toastOf = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /^Avisos/ }).getByText(text);

/** The title of the home page at any time of day. */
export const greetingOf = (name: string) => new RegExp(`^(Bom dia|Boa tarde|Boa noite), ${name}$`);
