import { join } from 'node:path';
import { sandboxParts } from '#contract/installation.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { readConfig } from '#server/config/config.ts';
import { closeOnSignal, exitWithMessage } from '#server/runtime/process-end.ts';
import { startSandbox } from './start.ts';

/** Runs the sandbox with all parts, for a product that runs separately on this machine. */
try {
  const config = readConfig(process.env);
  const log = openLog({ ...config, roles: ['sandbox'] });
  const { httpPort, smtpPort } = config.sandbox;
  const stateDir = join(config.dataDir, 'sandbox');
  const options = {
    httpPort,
    smtpPort,
    parts: sandboxParts,
    stateDir,
    productUrl: config.http.publicUrl,
    log,
  };
  const { httpUrl, smtpUrl } = await closeOnSignal(() => startSandbox(options), log);
  log.info({ url: httpUrl, smtpUrl }, 'the sandbox is ready');
} catch (error) {
  exitWithMessage(error);
}
