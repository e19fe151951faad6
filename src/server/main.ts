import { openLog } from './adapters/log/open-log.ts';
import { readConfig } from './config/config.ts';
import { hastenDrizzleImports } from './runtime/drizzle-imports.ts';
import { closeOnSignal, exitOnUncaughtException, exitWithMessage } from './runtime/process-end.ts';
import { openStatusLine } from './runtime/status-line.ts';

try {
  const config = readConfig(process.env);
  const line = openStatusLine();
  const log = openLog(config, line?.output);
  exitOnUncaughtException(log);
  hastenDrizzleImports();
  // Loaded only now, so that a fault in the settings is named at once.
  const { start } = await import('./start.ts');
  const { url } = await closeOnSignal(
    (signal) => start({ config, log, signal, onModelProgress: (progress) => line?.show(progress?.text) }),
    log,
  );
  log.info({ url, roles: config.roles }, 'ready');
} catch (error) {
  exitWithMessage(error);
}
