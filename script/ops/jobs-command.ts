import type { Queue } from '#server/adapters/queue/queue.ts';

type Print = (line: string) => void;

const usage =
  'usage: script/jobs, script/jobs dead, script/jobs retry|drop ID..., script/jobs retry|drop all';
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Replaces control characters, because an error message could contain terminal escape sequences. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ');

async function showCounts(queue: Queue, print: Print) {
  for (const { queue: name, waiting, active, dead } of await queue.counts())
    print(`${name.padEnd(24)} ${waiting} waiting, ${active} active, ${dead} dead`);
}

async function showDead(queue: Queue, print: Print) {
  const jobs = await queue.dead.list();
  if (jobs.length === 0) print('No dead jobs.');
  for (const { id, queue: name, diedAt, tries, reason } of jobs)
    print(`${id}  ${name}  ${diedAt.toISOString()}  ${tries} tries  ${printable(reason)}`);
}

const verbs = { retry: 'put back', drop: 'deleted' } as const;

type Change = { verb: keyof typeof verbs; ids: readonly string[] };

async function change(queue: Queue, print: Print, { verb, ids }: Change) {
  const count = await queue.dead[verb](ids[0] === 'all' ? 'all' : ids);
  print(`${count === 1 ? 'One job was' : `${count} jobs were`} ${verbs[verb]}.`);
  if (ids[0] !== 'all' && count < ids.length)
    throw new Error(`${ids.length - count} of these are not dead jobs.`);
}

/** Parses the arguments. The script calls this before it opens the database. */
export function parseJobsCommand([command, ...rest]: readonly string[]): (
  queue: Queue,
  print: Print,
) => Promise<void> {
  if (command === undefined) return showCounts;
  if (command === 'dead' && rest.length === 0) return showDead;
  const all = rest.length === 1 && rest[0] === 'all';
  const ids = rest.length > 0 && rest.every((id) => idPattern.test(id));
  if ((command === 'retry' || command === 'drop') && (all || ids))
    return (queue, print) => change(queue, print, { verb: command, ids: rest });
  throw new Error(usage);
}
