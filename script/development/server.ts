/** Starts the server as src/server/main.ts does, with a log for its developer. script/dev runs it. */

import { readConfig } from '#server/config/config.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import { hastenDrizzleImports } from '#server/runtime/drizzle-imports.ts';
import { closeOnSignal, exitOnUncaughtException, exitWithMessage } from '#server/runtime/process-end.ts';
import { openReadableLog } from './readable-log.ts';

hastenDrizzleImports();
// Outside `try` and before the handler below, so that Node names file and line of a syntax error.
const { start } = await import('#server/start.ts');
const config = readConfig(process.env);
const log = openReadableLog(config, process.stdout);
exitOnUncaughtException(log);
try {
  await closeOnSignal((signal) => start({ config, log, signal }), log);
} catch (error) {
  if (error instanceof SafeMessageError) exitWithMessage(error);
  log.fatal({ err: error }, 'the server did not start');
  process.exit(1);
}
