import { join } from 'node:path';
import type { Logger } from 'pino';
import { openLog } from '#server/adapters/log/open-log.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { hastenDrizzleImports } from '#server/runtime/drizzle-imports.ts';
import { closeOnSignal, exitWithMessage } from '#server/runtime/process-end.ts';
import { identityFields } from '#server/runtime/process-identity.ts';
import { openStatusLine } from '#server/runtime/status-line.ts';
import type { Running } from '#server/start.ts';
import type { SpeechReason } from './part.ts';

const line = openStatusLine();

/** Formats the log for a terminal. A file or a pipe gets JSON. */
async function openReadableLog(config: Config): Promise<Logger> {
  if (line === undefined) return openLog(config);
  const { default: pretty } = await import('pino-pretty');
  const form = { translateTime: 'HH:MM:ss', singleLine: true, ignore: identityFields.join(',') };
  return openLog(config, pretty({ destination: line.output, ...form }));
}

function speechReasonOf(product: Running | undefined): SpeechReason {
  return product?.deps.speech.modelLack ?? (product?.sandboxParts.includes('speech') ? 'chosen' : undefined);
}

async function startBoth(config: Config, log: Logger, signal: AbortSignal) {
  hastenDrizzleImports();
  // Loaded only now, so that a fault in the settings is named at once.
  const [{ start }, { startSandbox }] = await Promise.all([import('#server/start.ts'), import('./start.ts')]);
  const { httpPort, smtpPort, parts } = config.sandbox;
  const stateDir = join(config.dataDir, 'sandbox');
  const productUrl = config.http.publicUrl;
  let product: Running | undefined;
  const sandbox =
    parts.length > 0
      ? await startSandbox({
          httpPort,
          smtpPort,
          parts,
          stateDir,
          productUrl,
          speechReason: () => speechReasonOf(product),
          log,
        })
      : undefined;
  try {
    const running = await start({
      config,
      log,
      signal,
      onModelProgress: (progress) => line?.show(progress?.text),
    });
    product = running;
    const close = async () => {
      // Close the product first, because it may still send mails to the sandbox.
      await running.close();
      await sandbox?.close();
    };
    return { running, sandboxUrl: sandbox?.httpUrl, close };
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
}

type Announced = Readonly<{ running: Running; sandboxUrl: string | undefined }>;

function announce(config: Config, { running, sandboxUrl }: Announced) {
  const { url, sandboxParts: parts, deps } = running;
  const { modelLack, notice } = deps.speech;
  const lines = [
    url === undefined ? 'The worker is ready.' : `${config.productName} is ready at ${url}`,
    sandboxUrl === undefined || parts.length === 0
      ? undefined
      : `Replaced by the sandbox, these stay on this machine: ${parts.join(', ')} (${sandboxUrl})`,
    modelLack === undefined ? undefined : `Next: ${notice}.`,
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
