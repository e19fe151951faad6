import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { Account } from './account.ts';
import { CheckingScreen } from './checking-screen.tsx';
import { sessionStore } from './session-store.ts';
import { useSession } from './use-session.ts';

export function SignedInOnly({ children }: { children: (account: Account) => ReactNode }) {
  const session = useSession();
  switch (session.status) {
    case 'checking':
      return <CheckingScreen />;
    case 'signed_out':
      return <Navigate to={paths.login} replace />;
    case 'unreachable':
      return (
        <main className="mx-auto grid min-h-dvh max-w-reading content-center px-5">
          <h1 className="sr-only">Sem conexão com o servidor</h1>
          <ErrorState title="Não conseguimos falar com o servidor" onRetry={() => void sessionStore.retry()}>
            Você continua com a sua sessão. Verifique sua internet; se ela estiver boa, o serviço pode estar
            fora do ar por alguns minutos.
          </ErrorState>
        </main>
      );
    case 'signed_in':
      return children(session.account);
  }
}
