import type { JobDefinition } from '../../jobs/job-definition.ts';
import { deadQueue, jobsSchema } from './settings.ts';

export type JobCounts = { queue: string; waiting: number; active: number; dead: number };

export type Execute = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const countsByState = `
  select case when name = '${deadQueue}' then source_name else name end as queue,
         case when name = '${deadQueue}' then 'dead' when state = 'active' then 'active' else 'waiting' end as kind,
         count(*)::int as count
    from ${jobsSchema}.job
   where state in ('created', 'retry', 'active')
   group by 1, 2`;

/** Every queue is listed, also an empty one: a line that is missing from a chart looks like a fault. */
export async function countJobs(
  execute: Execute,
  definitions: readonly JobDefinition[],
): Promise<JobCounts[]> {
  const counts = new Map(
    definitions.map(({ name }) => [name, { queue: name, waiting: 0, active: 0, dead: 0 }]),
  );
  for (const { queue, kind, count } of await execute(countsByState)) {
    const name = String(queue);
    const line = counts.get(name) ?? { queue: name, waiting: 0, active: 0, dead: 0 };
    line[kind as 'waiting' | 'active' | 'dead'] = Number(count);
    counts.set(name, line);
  }
  return [...counts.values()];
}
