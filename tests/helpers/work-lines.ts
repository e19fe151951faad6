/** A line of the log about a piece of work. */
export type WorkLine = Readonly<{ msg: string; work: string } & Record<string, string | number | undefined>>;

/** The lines about recordings, summaries, mails and voices in a log, oldest first. */
export function workLines(log: string): WorkLine[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter((line) => 'work' in line);
}
