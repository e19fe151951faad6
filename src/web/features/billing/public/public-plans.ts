import { useEffect, useSyncExternalStore } from 'react';
import type { PlanCard } from '#contract/plans.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { written } from '../../../app/installation.ts';
import { plansAtBuild } from './plans-at-build.ts';

type PublicPlans = { plans: readonly PlanCard[]; paymentsOffered: boolean };

/** Those of the build at the prices that the server wrote into the page; what was or becomes free, scripts tell later. */
const plansOfPage = plansAtBuild.map((plan) => ({
  ...plan,
  price_cents: plan.price_cents && (written.prices?.[plan.id] ?? plan.price_cents),
}));
const ofPage: PublicPlans = { plans: plansOfPage, paymentsOffered: true };
let known = ofPage;
let asked = false;
const listeners = new Set<() => void>();

function know(change: Partial<PublicPlans>) {
  known = { ...known, ...change };
  for (const listener of listeners) listener();
}

const unread = (path: string) => callApi(path, { auth: 'none', parse: (answer) => answer });

/** Two lists that say the same are the same text, in whatever order each names its fields. */
const planFields = Object.keys(plansAtBuild[0] ?? {});
const inOneOrder = (plans: unknown) => JSON.stringify(plans, planFields);

/** Mostly the plans are those of the page, and the visitor is spared the library that checks others. */
async function askPlans() {
  const answer = await unread(apiPaths.plans);
  if (inOneOrder(answer) === inOneOrder(plansOfPage)) return;
  const { PlanListSchema } = await import('#contract/plans.ts');
  know({ plans: PlanListSchema.parse(answer) });
}

async function askPayments() {
  const answer = (await unread(apiPaths.setting)) as { paymentsOffered?: unknown } | undefined;
  if (answer?.paymentsOffered === false) know({ paymentsOffered: false });
}

/** Without an answer the written page stays as it is: buying asks the server again. */
function askOnce() {
  if (asked) return;
  asked = true;
  askPlans().catch(() => {});
  askPayments().catch(() => {});
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a visitor is offered: as the page was written, and then as the server says; the cheapest first. */
export function usePublicPlans(): PublicPlans {
  useEffect(askOnce, []);
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => ofPage,
  );
}
