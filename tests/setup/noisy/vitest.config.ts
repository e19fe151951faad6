import { defineConfig } from 'vitest/config';

/** Only for no-noise.test.ts, which runs it and looks at what failed. */
export default defineConfig({
  test: { include: ['tests/setup/noisy/*.fixture.ts'], setupFiles: ['tests/setup/fail-on-console.ts'] },
});
