import { defineConfig } from 'vitest/config';

/** end-when-interrupted.test.ts runs this fixture with the set-up of all tests, and interrupts it. */
export default defineConfig({
  test: {
    include: ['tests/setup/interrupted/*.fixture.ts'],
    setupFiles: ['tests/setup/fail-on-console.ts'],
    globalSetup: ['tests/setup/global-setup.ts'],
    isolate: false,
  },
});
