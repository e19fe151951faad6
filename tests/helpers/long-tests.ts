import { test } from 'vitest';
import { isLong } from './is-long.ts';

export { isLong };

/** Declares a slow test. docs/decisions/024 says which tests may be long. */
export const longTest = test.runIf(isLong);
