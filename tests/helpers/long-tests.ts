import { test } from 'vitest';

/** `script/test --long` also runs the slow tests. */
export const isLong = process.env.LONG_TESTS === '1';

/** Declares a slow test. docs/decisions/024 says which tests may be long. */
export const longTest = test.runIf(isLong);
