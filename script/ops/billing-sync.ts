/** What script/billing-sync runs. */
import { syncCustomers } from '#server/features/billing/sync/sync-all.ts';
import { withBillingTools } from './billing-command.ts';

await withBillingTools(async (tools) => {
  const { synced, failed } = await syncCustomers(tools, {
    which: 'all',
    signal: new AbortController().signal,
  });
  console.log(`${synced} synced, ${failed} failed`);
  if (failed > 0) throw new Error('Some customers could not be synced; the lines above say why.');
});
