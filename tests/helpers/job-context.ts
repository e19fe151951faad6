import type { JobContext } from '#server/jobs/job-definition.ts';

/** The context of a job's first attempt, for a test that calls a handler itself. */
export const jobContext = (changes: Partial<JobContext> = {}): JobContext => ({
  id: crypto.randomUUID(),
  createdAt: new Date(),
  isLastTry: false,
  signal: new AbortController().signal,
  claim: { attempt: 1, isTakeover: false, isHeld: async () => true },
  ...changes,
});
