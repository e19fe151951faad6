import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useHasAccount } from '#web/features/auth/session/use-session.ts';
import { buttonClass } from '#web/ui/button.tsx';

/**
 * After the first interaction, small pages are prefetched when a link to them is visible, so that they open
 * offline too. Pages with forms bring a validation library, so they wait for the visitor's intent.
 */
export const headerLinks = [
  { to: paths.home, label: 'Início', prefetch: 'viewport' },
  { to: paths.plans, label: 'Planos', prefetch: 'viewport' },
  { to: paths.faq, label: 'Perguntas frequentes', prefetch: 'viewport' },
  { to: paths.contact, label: 'Contato', prefetch: 'intent' },
] as const;

export const footerLinks = [
  { to: paths.plans, label: 'Planos', prefetch: 'viewport' },
  { to: paths.faq, label: 'Perguntas frequentes', prefetch: 'viewport' },
  { to: paths.contact, label: 'Contato', prefetch: 'intent' },
  { to: paths.privacy, label: 'Política de privacidade', prefetch: 'viewport' },
  { to: paths.terms, label: 'Termos de uso', prefetch: 'viewport' },
] as const;

type AccountLinksProps = {
  /** How prominent the sign-in is beside the registration. */
  signIn: 'quiet' | 'secondary';
  size?: 'large';
  onChosen?: () => void;
};

/** Links to sign-in and registration. With a session, a link to the dashboard. */
export function AccountLinks({ signIn, size, onChosen }: AccountLinksProps) {
  const sized = size === undefined ? {} : { size };
  if (useHasAccount()) {
    return (
      <Link to={paths.dashboard} onClick={onChosen} className={buttonClass(sized)}>
        Ir para o painel
      </Link>
    );
  }
  return (
    <>
      <Link
        to={paths.login}
        prefetch="intent"
        onClick={onChosen}
        className={buttonClass({ variant: signIn, ...sized })}
      >
        Entrar
      </Link>
      <Link to={paths.register} prefetch="intent" onClick={onChosen} className={buttonClass(sized)}>
        Criar conta
      </Link>
    </>
  );
}
