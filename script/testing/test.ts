/** Runs the checks of script/test, in parallel where possible, and prints one line for each. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCanaries } from '../release/build-canaries.ts';
import { watchDescendants } from './processes.ts';
import {
  addCounts,
  type Command,
  type Counts,
  closingLine,
  countPlaywright,
  countVitest,
  noTests,
  repeatOutput,
  runStep,
  type Step,
  type StepResult,
  stopSteps,
} from './test-steps.ts';

const { values, positionals: names } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const longEnvironment = values.long ? { LONG_TESTS: '1' } : {};
/** The timeout is many times the duration on an idle machine, so that it ends only a hanging step. */
const stepTimeoutMs = (values.long ? 60 : 35) * 60_000;
const reportsDir = mkdtempSync(join(tmpdir(), 'escriba-reports-'));
const vitestReport = join(reportsDir, 'vitest.json');
const playwrightReport = join(reportsDir, 'playwright.json');
const coverageSummary = 'coverage/coverage-summary.json';

const node = (...args: string[]): Command => ({ program: process.execPath, args });
const tool = (path: string, ...args: string[]) => node(join('node_modules', path), ...args);

const types: Step = {
  name: 'types',
  commands: [{ program: 'npm', args: ['run', '--silent', 'typecheck'] }],
};
const lint: Step = { name: 'lint', commands: [tool('@biomejs/biome/bin/biome', 'ci', '--colors=off')] };
const arrows: Step = { name: 'arrows', commands: [node('script/checks/check-arrows.ts')] };
/** Finds unused files, exports and dependencies. */
const unused: Step = { name: 'unused', commands: [tool('knip/bin/knip.js', '--no-progress')] };
const lockFile: Step = { name: 'lock file', commands: [node('script/checks/check-lock-file.ts')] };
const pages: Step = {
  name: 'pages',
  commands: [{ program: 'script/build', args: ['--when-changed'], env: buildCanaries }],
};
const tests: Step = {
  name: 'tests',
  commands: [
    {
      ...tool(
        'vitest/vitest.mjs',
        'run',
        ...names,
        // A forgotten `test.only` would hide all other tests.
        '--allowOnly=false',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
        // Beside the browsers, one more worker uses the time in which the tests wait.
        ...(values.long ? [] : [`--maxWorkers=${availableParallelism() + 1}`]),
        // Collecting coverage costs two fifths of the processor time.
        ...(values.long && names.length === 0
          ? ['--coverage.enabled', '--coverage.reporter=json-summary']
          : []),
      ),
      // A full run has built the pages, so tests of the pages must not be skipped.
      env: { ...longEnvironment, ...(names.length === 0 ? { PAGES_REQUIRED: '1' } : {}) },
    },
  ],
};
const endToEnd: Step = {
  name: 'end-to-end',
  commands: [
    {
      ...tool('@playwright/test/cli.js', 'test', '--forbid-only', '--reporter=list,json'),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, ...longEnvironment },
    },
  ],
};

const failedSteps: string[] = [];
const failedChecks: StepResult[] = [];

async function reportStep(step: Step): Promise<StepResult> {
  const result = await runStep(step, stepTimeoutMs);
  console.log(
    `${step.name.padEnd(12)} ${result.ok ? 'passed' : 'FAILED'} ${result.seconds.toFixed(1).padStart(6)} s`,
  );
  if (!result.ok) {
    failedSteps.push(step.name);
    if (step !== tests && step !== endToEnd) failedChecks.push(result);
    console.log(`\n${result.output.trim()}\n`);
  }
  return result;
}

async function inOrder(steps: readonly Step[]) {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await reportStep(step));
  return results;
}

function reportCoverage() {
  if (!existsSync(coverageSummary)) return;
  const { total } = JSON.parse(readFileSync(coverageSummary, 'utf8')) as {
    total: Record<'lines' | 'branches', { pct: number }>;
  };
  console.log(`coverage     ${total.lines.pct} % of lines, ${total.branches.pct} % of branches`);
}

async function runEverything() {
  // Build the pages in parallel with the static checks: on two cores, both take about equally long.
  const [built] = await Promise.all([reportStep(pages), inOrder([lint, arrows, lockFile, unused, types])]);
  rmSync(coverageSummary, { force: true });
  if (!built.ok) {
    failedSteps.push(endToEnd.name);
    console.log('end-to-end   not run, because the pages failed to build');
  }
  // Run both in parallel, because many tests only wait while the browsers need both cores. The long run is
  // sequential, because its tests start many processes and fill disks.
  const runners = [tests, ...(built.ok ? [endToEnd] : [])];
  await (values.long ? inOrder(runners) : Promise.all(runners.map(reportStep)));
  reportCoverage();
}

/** A step that failed without a failed test counts as a failure, so that no failed run prints "0 failed". */
function count(): Counts {
  const vitest = countVitest(vitestReport);
  const playwright = countPlaywright(playwrightReport);
  const withoutFailedTest = failedSteps.filter(
    (name) =>
      !(name === tests.name && vitest.failed > 0) && !(name === endToEnd.name && playwright.failed > 0),
  );
  return [vitest, playwright, { ...noTests, failed: withoutFailedTest.length }].reduce(addCounts);
}

const processes = watchDescendants();
let interruptedBy: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruptedBy ??= signal;
    stopSteps();
  });
}

const startedMs = performance.now();
await (names.length > 0 ? reportStep(tests) : runEverything());

const leftovers = await processes.endLeftovers(5_000);
if (leftovers.length > 0) {
  console.log('\nThe tests left these processes running, and they were ended:');
  for (const { pid, command } of leftovers) console.log(`  ${pid} ${command}`);
  if (interruptedBy === undefined) failedSteps.push('processes left behind');
}
const counts = count();
rmSync(reportsDir, { recursive: true, force: true });

for (const check of failedChecks) console.log(`\n${repeatOutput(check)}`);
console.log(`\n${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
if (interruptedBy !== undefined) console.log(`Interrupted by ${interruptedBy}.`);
if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}.`);
console.log(closingLine(counts));
process.exit(failedSteps.length > 0 || interruptedBy !== undefined || counts.failed > 0 ? 1 : 0);
