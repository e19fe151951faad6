import { openLog } from './adapters/log/open-log.ts';
import { readConfig } from './config/config.ts';
import { closeOnSignal, exitOnUncaughtException, exitWithMessage } from './runtime/process-end.ts';
import { start } from './start.ts';

try {
  const config = readConfig(process.env);
  const log = openLog(config);
  exitOnUncaughtException(log);
  const { url } = await closeOnSignal((signal) => start({ config, log, signal }), log);
  log.info({ url, roles: config.roles }, 'ready');
} catch (error) {
  exitWithMessage(error);
}
