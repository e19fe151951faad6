import { existsSync, readFileSync } from 'node:fs';

export type Counts = Readonly<{ passed: number; failed: number; skipped: number }>;

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

/** A run that ended before its report counts nothing: its step has failed, and that is counted. */
function readReport<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

export function countVitest(path: string): Counts {
  const report = readReport<VitestReport>(path);
  if (report === undefined) return noTests;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function countPlaywright(path: string): Counts {
  const stats = readReport<PlaywrightReport>(path)?.stats;
  if (stats === undefined) return noTests;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** The closing line, in the plain form that every reader of test runs knows. */
export function closingLine({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
