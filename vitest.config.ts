import { defineConfig } from 'vitest/config';

const pages = 'src/web/**/*.test.{ts,tsx}';

/** All tests except the browser tests (*.spec.ts), which Playwright runs. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: [pages],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{src,sandbox,tests,script,bench}/**/*.test.ts'],
          exclude: [pages],
          globalSetup: ['tests/setup/global-setup.ts'],
          // Node runs the TypeScript itself, as in production. Through Vite's module runner, which the pages need for
          // JSX, each use of an imported name costs time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
    setupFiles: ['tests/setup/fail-on-console.ts'],
    // The tests mostly wait for other processes, so the default would leave one of two cores idle.
    maxWorkers: '100%',
    // Files share a process, because loading the product for each file takes as long as most files' tests.
    isolate: false,
    // Generous, because the tests start real processes and servers on as few as two cores.
    testTimeout: 40_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
    coverage: {
      provider: 'v8',
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: 'coverage',
      include: ['src/**/*.{ts,tsx}', 'sandbox/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}'],
    },
  },
});
