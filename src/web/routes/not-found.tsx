import { pageTitle } from '../app/installation.ts';
import { useHasAccount } from '../features/auth/session/use-session.ts';
import { MarketingFrame } from '../shell/marketing-frame.tsx';
import { NotFoundContent } from '../shell/not-found-content.tsx';

export function meta() {
  return [
    { title: pageTitle('Página não encontrada') },
    { name: 'description', content: 'O endereço pode ter mudado ou ter sido digitado errado.' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function NotFound() {
  const hasAccount = useHasAccount();
  return (
    <MarketingFrame>
      <NotFoundContent toDashboard={hasAccount} />
    </MarketingFrame>
  );
}
