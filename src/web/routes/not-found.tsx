import { pageTitle } from '#web/app/installation.ts';
import { useHasAccount } from '#web/features/auth/session/use-session.ts';
import { MarketingFrame } from '#web/shell/marketing-frame.tsx';
import { NotFoundContent } from '#web/shell/not-found-content.tsx';

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
