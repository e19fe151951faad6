import { defineConfig } from 'vitest/config';

/** fail-on-console.test.ts runs these fixtures with this configuration, and checks which of them fail. */
export default defineConfig({
  test: { include: ['tests/setup/noisy/*.fixture.ts'], setupFiles: ['tests/setup/fail-on-console.ts'] },
});
