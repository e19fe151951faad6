import { test } from 'vitest';

/** Whether slow tests run too: `script/test --long`. */
export const isLong = process.env.LONG_TESTS === '1';

/** A test that is slow, or that repeats a shorter test more thoroughly. */
export const longTest = test.runIf(isLong);
