import { defineConfig } from 'vitest/config';

/** Only for fail-on-console.test.ts, which runs these fixtures and checks which fail. */
export default defineConfig({
  test: { include: ['tests/setup/noisy/*.fixture.ts'], setupFiles: ['tests/setup/fail-on-console.ts'] },
});
