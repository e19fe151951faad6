import { openLog } from '#server/adapters/log/open-log.ts';
import { databaseVariables, readConfigOf } from '#server/config/config.ts';
import { hastenDrizzleImports } from '#server/runtime/drizzle-imports.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { parseJobsCommand } from './jobs-command.ts';

try {
  const run = parseJobsCommand(process.argv.slice(2));
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
      await run(queue, console.log);
    } finally {
      await queue.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWithMessage(error);
}
