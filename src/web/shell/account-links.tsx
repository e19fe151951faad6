import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { useHasAccount } from '../features/auth/session/use-has-account.ts';
import { buttonClass } from '../ui/button.tsx';

type AccountLinksProps = {
  /** How loud the sign-in stands beside the registration. */
  signIn: 'quiet' | 'secondary';
  size?: 'large';
  onChosen?: () => void;
};

/** The ways in; for who is in already, the way back to the dashboard. */
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
