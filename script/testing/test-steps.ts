import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { sendSignal } from './processes.ts';

export type Command = Readonly<{ program: string; args: readonly string[]; env?: NodeJS.ProcessEnv }>;
export type Step = Readonly<{ name: string; commands: readonly Command[] }>;
export type StepResult = Readonly<{ name: string; ok: boolean; output: string; seconds: number }>;

const running = new Set<number>();
const stopGraceMs = 10_000;
let stopping = false;

type RunResult = { code: number; output: string };

/** Runs the command in its own process group, so that it can be stopped together with its child processes. */
function runCommand({ program, args, env }: Command, timeoutMs: number): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const append = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', append);
    child.stderr.setEncoding('utf8').on('data', append);
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      output += `\n${program} took longer than ${timeoutMs / 60_000} minutes and was ended.\n`;
      if (pid !== undefined) endGroup(pid);
    }, timeoutMs);
    const finish = (code: number) => {
      clearTimeout(limit);
      if (pid !== undefined) running.delete(pid);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      finish(1);
    });
    // Wait for 'exit', because an orphaned process would hold the pipe open and delay 'close' for ever.
    child.once('exit', (code) => {
      // A shell's background processes ignore SIGINT.
      if ((isLate || stopping) && pid !== undefined) sendSignal(-pid, 'SIGTERM');
      setTimeout(() => finish(code ?? 1), 20);
    });
  });
}

/** Interrupts first, as Ctrl-C does, because both test runners then name the tests that were running. */
function endGroup(pid: number) {
  sendSignal(-pid, 'SIGINT');
  setTimeout(() => sendSignal(-pid, 'SIGKILL'), stopGraceMs).unref();
}

/** Ends all running commands and starts no others. */
export function stopSteps() {
  stopping = true;
  for (const pid of running) endGroup(pid);
}

export async function runStep({ name, commands }: Step, timeoutMs: number): Promise<StepResult> {
  const startedMs = performance.now();
  let output = '';
  let ok = !stopping;
  for (const command of commands) {
    if (!ok) break;
    const result = await runCommand(command, timeoutMs);
    output += result.output;
    ok = result.code === 0 && !stopping;
  }
  return { name, ok, output, seconds: (performance.now() - startedMs) / 1_000 };
}

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

/** Returns undefined without a report. The caller then counts no tests, but the failed step counts as a failure. */
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

const repeatedLines = 20;

/** The end of a failed check once more, because thousands of lines about tests follow its output. */
export function repeatOutput({ name, output }: Pick<StepResult, 'name' | 'output'>): string {
  const lines = output.trim().split('\n');
  const isCut = lines.length > repeatedLines;
  return [
    `${name}${isCut ? ', the last lines' : ''}:`,
    ...lines.slice(-repeatedLines).map((line) => `  ${line}`),
  ].join('\n');
}

export function closingLine({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
