/**
 * The billing commands. They may run while a server runs.
 *
 *   node script/ops/billing.ts stripe-sync
 *   node script/ops/billing.ts billing-sync
 */
import { type Database, openDatabase } from '#server/adapters/db/database.ts';
import { openLog } from '#server/adapters/log/open-log.ts';
import { openPayments } from '#server/adapters/payments/open-payments.ts';
import type { Payments } from '#server/adapters/payments/payments.ts';
import { openQueue, type Queue } from '#server/adapters/queue/queue.ts';
import { openSealing } from '#server/adapters/secrets/sealing.ts';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { type Config, databaseVariables, readConfigOf, type Variable } from '#server/config/config.ts';
import { syncCatalogue } from '#server/features/billing/checkout/plans.ts';
import { syncCustomers } from '#server/features/billing/sync/sync-billing.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { jobDefinitions } from '#server/worker/jobs.ts';

type Tools = {
  config: Config;
  db: Database;
  queue: Queue;
  payments: Payments;
  log: ReturnType<typeof openLog>;
  now: () => Date;
};

async function syncPlans(tools: Tools) {
  for (const { planId, priceId } of await syncCatalogue(tools))
    console.log(`${planId.padEnd(20)} ${priceId}`);
}

async function syncSubscriptions(tools: Tools) {
  const { signal } = new AbortController();
  const { synced, failed } = await syncCustomers(tools, { which: 'all', signal });
  console.log(`${synced} synced, ${failed} failed`);
  if (failed > 0) throw new Error('Some customers could not be synced; the log above shows why.');
}

const commands: Readonly<Record<string, (tools: Tools) => Promise<void>>> = {
  'stripe-sync': syncPlans,
  'billing-sync': syncSubscriptions,
};

/** Mails that a sync sends name the product and link to its pages. */
const variables: readonly Variable[] = [
  ...databaseVariables,
  'SESSION_SECRET',
  'SESSION_SECRET_OLD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'PORT',
  'SANDBOX_PORT',
  'PUBLIC_URL',
  'PRODUCT_NAME',
  'SUPPORT_EMAIL',
];

try {
  const [, , name = ''] = process.argv;
  const command = commands[name];
  if (command === undefined) throw new Error(`usage: script/${Object.keys(commands).join(', script/')}`);
  const config = readConfigOf(process.env, variables);
  const payments = openPayments(config.payments);
  if (payments === undefined) throw new Error('Payments are not configured: set STRIPE_SECRET_KEY.');
  const log = openLog({ logLevel: 'warn', roles: ['command'] });
  await using stack = new AsyncDisposableStack();
  const database = await openDatabase({ config, log, applicationName: 'escriba-billing-command' });
  stack.defer(database.close);
  const { sessionSecret, sessionSecretsBefore, dataDir } = config;
  const secret = sessionSecret ?? (await readOrCreateSecret({ dataDir, name: 'session' }));
  const sealing = openSealing(secret, sessionSecretsBefore);
  const queue = await openQueue({ url: database.url, log, definitions: jobDefinitions, sealing });
  stack.defer(() => queue.close());
  await command({ config, db: database.db, queue, payments, log, now: () => new Date() });
} catch (error) {
  exitWithMessage(error);
}
