import { createContext, useContext } from 'react';
import type { Account } from './account.ts';

const AccountContext = createContext<Account | null>(null);

export const AccountProvider = AccountContext.Provider;

/** Whoever is signed in; only pages behind the guard may ask. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('useAccount was called outside the pages that need a session');
  return account;
}
