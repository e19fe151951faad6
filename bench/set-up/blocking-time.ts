/** Times in microseconds. `tdur` is the CPU time of the thread. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { data?: { isOutermostMainFrame?: boolean; documentLoaderURL?: string } };
};

/** As in Lighthouse: a phone is four times slower, and a task blocks for its time beyond 50 ms. */
const slowdown = 4;
const unblockedMs = 50;

/**
 * Lighthouse's total blocking time, but from CPU time instead of wall time, which would include other load on the
 * machine.
 */
export function mainThreadBlockingMs(events: readonly TraceEvent[]): number {
  const start = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' &&
      args?.data?.isOutermostMainFrame === true &&
      args.data.documentLoaderURL?.startsWith('http'),
  );
  if (start === undefined) throw new Error('the trace has no navigation start');
  const painted = events.find(({ name, ts }) => name === 'firstContentfulPaint' && ts > start.ts);
  if (painted === undefined) throw new Error('the trace has no first paint');
  return events
    .filter(({ name, ph, pid, tid, ts }) => {
      const isTask = ph === 'X' && name.endsWith('RunTask');
      return isTask && pid === start.pid && tid === start.tid && ts > painted.ts;
    })
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - unblockedMs), 0);
}
