/** `script/test --long` also runs the slow tests. Apart from Vitest, so that journeys and Playwright can import it. */
export const isLong = process.env.LONG_TESTS === '1';
