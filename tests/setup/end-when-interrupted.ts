import type { TestProject, Vitest } from 'vitest/node';

type Task = ReturnType<Vitest['state']['getFiles']>[number]['tasks'][number];

const isRunning = ({ result }: Pick<Task, 'result'>) => result?.state === 'run';

function* runningTests(task: Task): Generator<string> {
  if (task.type === 'test' && isRunning(task)) yield task.fullName;
  if (task.type === 'suite') for (const inner of task.tasks) yield* runningTests(inner);
}

/** Names the tests that run now. A file without a running test is in its own set-up or tear-down. */
export function describeRunningTests({ state }: Pick<Vitest, 'state'>): string[] {
  return state
    .getFiles()
    .filter(isRunning)
    .flatMap((file) => {
      const tests = file.tasks.flatMap((task) => [...runningTests(task)]);
      return tests.length > 0 ? tests : [`${file.name} (before, between or after its tests)`];
    });
}

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** When a signal ends the run, names the running tests and tears down what the run started outside its processes. */
export function endWhenInterrupted({ vitest }: Pick<TestProject, 'vitest'>, tearDown: () => Promise<void>) {
  let ending = false;
  for (const [signal, exitCode] of Object.entries(signals)) {
    // Vitest's own listener would exit before the tear-down is complete. It also listens for the exit itself.
    process.removeAllListeners(signal);
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      const running = describeRunningTests(vitest).map((name) => `  ${name}\n`);
      process.stderr.write(`Interrupted by ${signal}. These tests were running:\n${running.join('')}`);
      await tearDown().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
      process.exit(exitCode);
    });
  }
}
