import type { Database } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { countHitUpTo, limitKey, tooManyRequestsError, undoHit } from './rate-limit.ts';

export type Budget = Readonly<{
  name: string;
  /** Whose budget it is: an account, an address, a browser, or two of these together. */
  of: string;
  max: number;
  windowMs: number;
  /** Tells the user why to wait. */
  texts?: Readonly<{ text: string; more?: string }>;
}>;

type SpentBudget = Readonly<{ budget: Budget; remainingMs: number }>;

export type BudgetDeps = Pick<Deps, 'sealing'> & { db: Pick<Database, 'execute'> };

const keyOf = (deps: BudgetDeps, { name, of }: Budget) => limitKey(deps, `${of}:${name}`);

/** Returns unused hits. */
export async function returnToBudgets(deps: BudgetDeps, budgets: readonly Budget[]): Promise<void> {
  await Promise.all(budgets.map((budget) => undoHit(deps, keyOf(deps, budget))));
}

/** Removes all hits of the budgets. */
export async function resetBudgets(deps: BudgetDeps, budgets: readonly Budget[]): Promise<void> {
  await Promise.all(budgets.map((budget) => undoHit(deps, keyOf(deps, budget), { all: true })));
}

/** Count before the attempt, so that parallel attempts cannot exceed the limit. */
export function takeFromBudget(deps: BudgetDeps, budget: Budget) {
  const { windowMs, max } = budget;
  return countHitUpTo(deps, { key: keyOf(deps, budget), windowMs, max });
}

/** Takes one hit from each budget in this order, or none. Returns the first exhausted budget. */
export async function takeFromBudgets(
  deps: BudgetDeps,
  budgets: readonly Budget[],
): Promise<SpentBudget | undefined> {
  for (const [index, budget] of budgets.entries()) {
    const { isSpent, remainingMs } = await takeFromBudget(deps, budget);
    if (!isSpent) continue;
    await returnToBudgets(deps, budgets.slice(0, index));
    return { budget, remainingMs };
  }
  return undefined;
}

export const budgetSpentError = ({ budget, remainingMs }: SpentBudget) =>
  tooManyRequestsError(remainingMs, budget.name, budget.texts);
