import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** The browser that script/bootstrap found; else the usual place; else Playwright's own. */
function findChromium() {
  const found = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return existsSync(found) ? { executablePath: found } : {};
}

const isLong = process.env.LONG_TESTS === '1';

/**
 * Every run makes the journeys tagged @always, the first ones through each screen; `script/test --long` makes all. Each
 * is made on the desktop, unless it is about small screens; what depends on the width is tagged with @every-size or
 * @phone and is made there too. All journeys on all sizes would say the same thing three times; those tagged
 * @phone-too, where fingers and a narrow column might get in the way, are made there with `--long`.
 */
const sizes = {
  phone: {
    viewport: { width: 360, height: 740 },
    grep: isLong ? /@phone|@every-size/ : /^(?=.*@always)(?=.*(@phone(?!-too)|@every-size))/,
    grepInvert: [],
  },
  desktop: {
    viewport: { width: 1440, height: 900 },
    grep: isLong ? /./ : /@always/,
    grepInvert: [/@phone(?!-too)/],
  },
};

export default defineConfig({
  testDir: 'tests/e2e',
  // A product that already runs is used when E2E_BASE_URL names it.
  globalSetup: './tests/e2e/one-product.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that needs a second try has a fault in it or in the product.
  retries: 0,
  workers: 2,
  timeout: 60_000,
  // What a busy machine is given; a quiet one never waits for it.
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Tracing every journey takes half as long again; `--trace on` shows how one failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: Object.entries(sizes).map(([name, { viewport, ...chosen }]) => ({
    name,
    use: { viewport },
    ...chosen,
  })),
});
