import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from '../db/database.ts';

/** Better Auth keeps its transaction to itself; this tells what runs inside it which one it is. */
export function knownTransactions(db: Database) {
  const running = new AsyncLocalStorage<Transaction>();
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction((tx) => running.run(tx, () => work(tx)), config);
  const knowing: Database = Object.create(db, { transaction: { value: transaction } });
  return { db: knowing, running: () => running.getStore() };
}
