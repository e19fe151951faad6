/** One task of a thread, in microseconds: by the clock, and by the time that the thread really ran. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { data?: { isOutermostMainFrame?: boolean; documentLoaderURL?: string } };
};

/** As Lighthouse reckons: a phone is four times slower, and what takes more than 50 ms keeps somebody waiting. */
const slowdown = 4;
const unfeltMs = 50;

/**
 * What Lighthouse calls the total blocking time, but of the time that the page's thread ran: by the clock, what else
 * the machine does would count as the page's.
 */
export function mainThreadBlockingMs(events: readonly TraceEvent[]): number {
  const start = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' &&
      args?.data?.isOutermostMainFrame === true &&
      args.data.documentLoaderURL?.startsWith('http'),
  );
  if (start === undefined) throw new Error('a trace without the beginning of a page');
  const painted = events.find(({ name, ts }) => name === 'firstContentfulPaint' && ts > start.ts);
  if (painted === undefined) throw new Error('a trace without a first paint');
  return events
    .filter(({ name, ph, pid, tid, ts }) => {
      const isTask = ph === 'X' && name.endsWith('RunTask');
      return isTask && pid === start.pid && tid === start.tid && ts > painted.ts;
    })
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - unfeltMs), 0);
}
