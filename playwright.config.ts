import { defineConfig, devices } from '@playwright/test';
import { findChromium, findHeadlessShell } from './tests/helpers/find-chromium.ts';
import { isLong } from './tests/helpers/is-long.ts';

/**
 * Every run includes the tests tagged @always. `script/test --long` runs all. The tags choose the sizes, because
 * running each test in every size would repeat the same checks:
 *   none          desktop only
 *   @phone        phone only
 *   @every-size   desktop and phone
 *   @phone-too    desktop, and phone with `--long`, for screens where touch or a narrow column might break something
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
  // With E2E_BASE_URL the tests use a product that already runs.
  globalSetup: './tests/e2e/fixtures/one-product.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test has a bug, or the product has one.
  retries: 0,
  // The default run shares the machine with the other tests.
  workers: isLong ? 2 : 1,
  timeout: 60_000,
  // Generous for a busy machine. An idle one never waits that long.
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Tracing every test would take 50 % longer. Use `--trace on` to examine a failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      // The long run uses the whole browser, as users do. So do the journeys of the microphone, in every run.
      ...(isLong ? findChromium() : findHeadlessShell()),
      args: [
        // Fewer processes take a tenth less processor time.
        ...(isLong ? [] : ['--in-process-gpu', '--renderer-process-limit=1']),
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
