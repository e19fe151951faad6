import { createContext, type ReactNode, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { Silence } from '#web/pictures/silence.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Account } from './account.ts';
import { withRedirect } from './safe-redirect.ts';
import { sessionStore } from './session-store.ts';
import { useSession } from './use-session.ts';
import { CheckingScreen } from './visitors-only.tsx';

const AccountContext = createContext<Account | null>(null);

export const AccountProvider = AccountContext.Provider;

/** The signed-in account. Only pages behind the guard may use it. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('useAccount needs the SignedInOnly guard around the page');
  return account;
}

/** Keeps the full address, to return to after the sign-in. */
function ToSignIn({ sessionEnded = false }) {
  const { pathname, search, hash } = useLocation();
  const to = withRedirect(paths.login, pathname + search + hash);
  return <Navigate to={to} state={sessionEnded ? { sessionEnded } : null} replace />;
}

export function SignedInOnly({ children }: { children: (account: Account) => ReactNode }) {
  const session = useSession();
  switch (session.status) {
    case 'checking':
      return <CheckingScreen />;
    case 'leaving':
      return <CheckingScreen text="Saindo..." />;
    case 'signed_out':
      // After a deliberate sign-out the form has no return address, because the next person may be another one.
      if (session.reason === 'left') return <Navigate to={paths.login} replace />;
      return <ToSignIn sessionEnded={session.reason === 'ended'} />;
    case 'second_factor':
      return <ToSignIn />;
    case 'unreachable':
      return (
        <main className="mx-auto grid min-h-dvh max-w-reading content-center justify-items-start gap-4 px-5">
          <Silence className="mb-4 max-w-72" />
          <h1 className="text-xl font-semibold">Não conseguimos falar com o servidor</h1>
          <p className="text-ink-soft">
            Você continua com a sua sessão. Verifique sua internet; se ela estiver boa, o serviço pode estar
            fora do ar por alguns minutos.
          </p>
          <Button className="mt-2" onClick={() => void sessionStore.retry()}>
            Tentar novamente
          </Button>
        </main>
      );
    case 'signed_in':
      return children(session.account);
  }
}
