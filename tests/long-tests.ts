import { test } from 'vitest';

/** Whether what takes long is tested too: `script/test --long`. */
export const isLong = process.env.LONG_TESTS === '1';

/** What takes long itself, or looks closer at what a shorter test looks at too. */
export const longTest = test.runIf(isLong);
