import { syncCatalogue } from '#server/features/billing/checkout/plans.ts';
import { runBillingCommand } from './billing-command.ts';

await runBillingCommand(async (tools) => {
  for (const { planId, priceId } of await syncCatalogue(tools))
    console.log(`${planId.padEnd(20)} ${priceId}`);
});
