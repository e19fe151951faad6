import { join } from 'node:path';
import type { Logger } from 'pino';
import { openLog } from '#server/adapters/log/open-log.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { closeOnSignal, exitWithMessage } from '#server/runtime/process-end.ts';
import { openStatusLine } from '#server/runtime/status-line.ts';
import { start } from '#server/start.ts';
import { startSandbox } from './start.ts';

const line = openStatusLine();

/** Formats the log for a terminal. A file or a pipe gets JSON. */
async function openReadableLog(config: Config): Promise<Logger> {
  if (line === undefined) return openLog(config);
  const { default: pretty } = await import('pino-pretty');
  return openLog(config, pretty({ destination: line.output, translateTime: 'HH:MM:ss', singleLine: true }));
}

async function startBoth(config: Config, log: Logger, signal: AbortSignal) {
  const { httpPort, smtpPort, parts } = config.sandbox;
  const stateDir = join(config.dataDir, 'sandbox');
  const productUrl = config.http.publicUrl;
  const sandbox =
    parts.length > 0
      ? await startSandbox({ httpPort, smtpPort, parts, stateDir, productUrl, log })
      : undefined;
  try {
    const product = await start({
      config,
      log,
      signal,
      onModelProgress: (progress) => line?.show(progress?.text),
    });
    const close = async () => {
      // Close the product first, because it may still send mails to the sandbox.
      await product.close();
      await sandbox?.close();
    };
    return { url: product.url, sandboxUrl: sandbox?.httpUrl, close };
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
}

function announce(config: Config, running: { url: string | undefined; sandboxUrl: string | undefined }) {
  const lines = [
    running.url === undefined ? 'The worker is ready.' : `${config.productName} is ready at ${running.url}`,
    running.sandboxUrl === undefined
      ? undefined
      : `Replaced by the sandbox, nothing leaves this machine: ${config.sandbox.parts.join(', ')} (${running.sandboxUrl})`,
    'Ctrl-C stops everything.',
  ];
  (line?.output ?? process.stdout).write(`\n${lines.filter((line) => line !== undefined).join('\n')}\n\n`);
}

try {
  const config = readConfig(process.env);
  const log = await openReadableLog(config);
  announce(config, await closeOnSignal((signal) => startBoth(config, log, signal), log));
} catch (error) {
  exitWithMessage(error);
}
