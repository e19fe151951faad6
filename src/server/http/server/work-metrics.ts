import { Counter, Histogram, type Registry } from 'prom-client';
import type { Deps } from '#server/deps.ts';
import { mailEngine } from '#server/features/mail/mail-queue.ts';
import { type WorkKind, workOutcomes } from '#server/jobs/work-log.ts';

type WorkDeps = Pick<Deps, 'workLog' | 'config' | 'speech' | 'speakers' | 'language'>;

/** The engines of this process at its start. */
function enginesOf({ config, speech, speakers, language }: WorkDeps): [WorkKind, string | undefined][] {
  // A web process tells the end of a summary whose worker was lost.
  if (!config.roles.includes('worker')) return [['summary', language?.name]];
  return [
    ['recording', speech.name],
    ['voices', speakers?.name],
    ['summary', language?.name],
    ['mail', mailEngine],
  ];
}

/** Counts the work of this process, by engine and outcome. */
export function registerWorkMetrics(registry: Registry, deps: WorkDeps) {
  const total = new Counter({
    name: 'escriba_work_total',
    help: 'Attempts at recordings, summaries, mails and searches for voices that ended, since the start',
    labelNames: ['kind', 'engine', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'escriba_work_seconds',
    help: 'Duration of these attempts',
    labelNames: ['kind', 'engine'],
    buckets: [0.1, 0.5, 2, 10, 30, 60, 300, 900, 3_600, 14_400, 43_200],
    registers: [registry],
  });
  const sound = new Counter({
    name: 'escriba_sound_seconds_total',
    help: 'Sound that became text; divided by escriba_work_seconds_sum{kind="recording"}, the speed of an engine',
    labelNames: ['engine'],
    registers: [registry],
  });

  const takeovers = new Counter({
    name: 'escriba_takeovers_total',
    help: 'Work that this worker took over from one that was lost',
    labelNames: ['kind'],
    registers: [registry],
  });

  // Prometheus sees no increase in a counter that appears with its first failure.
  for (const [kind, engine] of enginesOf(deps)) {
    if (engine === undefined) continue;
    takeovers.inc({ kind }, 0);
    for (const outcome of workOutcomes) total.inc({ kind, engine, outcome }, 0);
    seconds.zero({ kind, engine });
    if (kind === 'recording') sound.inc({ engine }, 0);
  }
  deps.workLog.onTakeover((kind) => takeovers.inc({ kind }));
  deps.workLog.onEnd(({ kind, engine, outcome, seconds: took, heardSeconds }) => {
    total.inc({ kind, engine, outcome });
    if (took !== undefined) seconds.observe({ kind, engine }, took);
    if (kind === 'recording') sound.inc({ engine }, heardSeconds);
  });
}
