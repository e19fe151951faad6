import { openLog } from '#server/adapters/log/open-log.ts';
import type { Queue } from '#server/adapters/queue/queue.ts';
import { databaseVariables, readConfigOf } from '#server/config/config.ts';
import { hastenDrizzleImports } from '#server/runtime/drizzle-imports.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';

const usage =
  'usage: script/jobs, script/jobs dead, script/jobs retry|drop ID..., script/jobs retry|drop all';
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Replaces control characters, because an error message could contain terminal escape sequences. */
const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ');

async function showCounts(queue: Queue) {
  for (const { queue: name, waiting, active, dead } of await queue.counts())
    console.log(`${name.padEnd(24)} ${waiting} waiting, ${active} active, ${dead} dead`);
}

async function showDead(queue: Queue) {
  const jobs = await queue.dead.list();
  if (jobs.length === 0) console.log('No dead jobs.');
  for (const { id, queue: name, diedAt, tries, reason } of jobs)
    console.log(`${id}  ${name}  ${diedAt.toISOString()}  ${tries} tries  ${printable(reason)}`);
}

const verbs = { retry: 'put back', drop: 'deleted' } as const;

async function change(queue: Queue, verb: keyof typeof verbs, ids: readonly string[]) {
  const count = await queue.dead[verb](ids[0] === 'all' ? 'all' : ids);
  console.log(`${count === 1 ? 'One job was' : `${count} jobs were`} ${verbs[verb]}.`);
  if (ids[0] !== 'all' && count < ids.length)
    throw new Error(`${ids.length - count} of these are not dead jobs.`);
}

/** Parses the arguments. The command calls this before it opens the database. */
function parse([command, ...rest]: readonly string[]): (queue: Queue) => Promise<void> {
  if (command === undefined) return showCounts;
  if (command === 'dead' && rest.length === 0) return showDead;
  const all = rest.length === 1 && rest[0] === 'all';
  const ids = rest.length > 0 && rest.every((id) => idPattern.test(id));
  if ((command === 'retry' || command === 'drop') && (all || ids))
    return (queue) => change(queue, command, rest);
  throw new Error(usage);
}

try {
  const run = parse(process.argv.slice(2));
  const config = readConfigOf(process.env, databaseVariables);
  // Log only problems, because stdout is the command's result.
  const log = openLog({ logLevel: 'warn', roles: ['command'] });
  hastenDrizzleImports();
  // Loaded only now, so that a wrong argument is named at once.
  const [{ openDatabase }, { openQueue }, { jobDefinitions }] = await Promise.all([
    import('#server/adapters/db/database.ts'),
    import('#server/adapters/queue/queue.ts'),
    import('#server/worker/jobs.ts'),
  ]);
  const database = await openDatabase({ config, log, applicationName: 'escriba-jobs-command' });
  try {
    const queue = await openQueue({ url: database.url, log, definitions: jobDefinitions });
    try {
      await run(queue);
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}
