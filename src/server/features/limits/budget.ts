import type { Database } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';
import { countHitUpTo } from './count-hit.ts';
import { forgiveHit } from './forgive-hit.ts';
import { limitKey } from './limit-key.ts';
import { tooMany } from './too-many.ts';

export type Budget = Readonly<{
  name: string;
  /** Whose budget it is: an account, an address, a browser, or two of these together. */
  of: string;
  max: number;
  windowMs: number;
  /** Why the person has to wait. */
  texts?: Readonly<{ text: string; more?: string }>;
}>;

export type SpentBudget = Readonly<{ budget: Budget; remainingMs: number }>;

export type BudgetDeps = Pick<Deps, 'sealing'> & { db: Pick<Database, 'execute'> };

const keyOf = (deps: BudgetDeps, { name, of }: Budget) => limitKey(deps, `${of}:${name}`);

/** Returns hits that were taken and not used. */
export async function giveBack(deps: BudgetDeps, budgets: readonly Budget[]): Promise<void> {
  await Promise.all(budgets.map((budget) => forgiveHit(deps, keyOf(deps, budget))));
}

/** Begins budgets again, as if nothing had been taken. */
export async function refill(deps: BudgetDeps, budgets: readonly Budget[]): Promise<void> {
  await Promise.all(budgets.map((budget) => forgiveHit(deps, keyOf(deps, budget), { all: true })));
}

/** Counted before anything is tried, so that parallel attempts cannot both be the last allowed one. */
export function takeOne(deps: BudgetDeps, budget: Budget) {
  const { windowMs, max } = budget;
  return countHitUpTo(deps, { key: keyOf(deps, budget), windowMs, max });
}

/** One from each in this order, or none: gives the first budget that is spent. */
export async function takeEach(
  deps: BudgetDeps,
  budgets: readonly Budget[],
): Promise<SpentBudget | undefined> {
  for (const [index, budget] of budgets.entries()) {
    const { isSpent, remainingMs } = await takeOne(deps, budget);
    if (!isSpent) continue;
    await giveBack(deps, budgets.slice(0, index));
    return { budget, remainingMs };
  }
  return undefined;
}

export const refusalOfBudget = ({ budget, remainingMs }: SpentBudget) => tooMany(remainingMs, budget.texts);
