import { type Database, openDatabase } from '#server/adapters/db/database.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { openPayments } from '#server/adapters/payments/open-payments.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import { openQueue, type Queue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { jobDefinitions } from '#server/worker/jobs.ts';

type BillingCommandContext = {
  config: Config;
  db: Database;
  queue: Queue;
  payments: Payments;
  log: ReturnType<typeof openLog>;
  now: () => Date;
};

/** Opens the dependencies of a billing command. A server may be running at the same time. */
export async function runBillingCommand(work: (tools: BillingCommandContext) => Promise<void>) {
  try {
    const config = readConfig(process.env);
    const payments = openPayments(config.payments);
    if (payments === undefined) throw new Error('Payments are not configured: set STRIPE_SECRET_KEY.');
    const log = openLog({ logLevel: 'warn' });
    const database = await openDatabase({ config, log, applicationName: 'escriba-billing-command' });
    try {
      const { sessionSecret, sessionSecretsBefore, dataDir } = config;
      const secret = sessionSecret ?? (await readOrCreateSecret({ dataDir, name: 'session' }));
      const queue = await openQueue({
        url: database.url,
        log,
        definitions: jobDefinitions,
        sealing: openSealing(secret, sessionSecretsBefore),
      });
      try {
        await work({ config, db: database.db, queue, payments, log, now: () => new Date() });
      } finally {
        await queue.close();
      }
    } finally {
      await database.close();
    }
  } catch (error) {
    exitWithMessage(error);
  }
}
