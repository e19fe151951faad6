import { syncCustomers } from '#server/features/billing/sync/sync-all.ts';
import { runBillingCommand } from './billing-command.ts';

await runBillingCommand(async (tools) => {
  const { synced, failed } = await syncCustomers(tools, {
    which: 'all',
    signal: new AbortController().signal,
  });
  console.log(`${synced} synced, ${failed} failed`);
  if (failed > 0) throw new Error('Some customers could not be synced; the log above shows why.');
});
