import { test } from 'vitest';

/** `script/test --long` also runs the slow tests. */
export const isLong = process.env.LONG_TESTS === '1';

/** Declares a test that is slow, or that repeats a shorter test more thoroughly. */
export const longTest = test.runIf(isLong);
