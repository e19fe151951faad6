import { defineConfig } from 'vitest/config';

/** Everything but the journeys in the browser (*.spec.ts), which are Playwright's. */
export default defineConfig({
  test: {
    include: ['{src,sandbox,tests,script,bench}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/setup/global-setup.ts'],
    setupFiles: ['tests/setup/fail-on-console.ts'],
    // Most of what the tests do is wait for another process: the default would leave a core of two idle.
    maxWorkers: '100%',
    // Files follow each other in one process: to read the product anew for each takes as long as the tests of most.
    isolate: false,
    // Real processes and real servers on two cores: a limit that a slow machine does not meet by chance.
    testTimeout: 40_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
      include: ['src/**/*.{ts,tsx}', 'sandbox/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}'],
    },
  },
});
