import { useEffect } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';

type AlreadyConfirmedProps = {
  /** Where the way on leads: into the product, or to the sign-in. */
  to: string;
  isSignedIn: boolean;
  /** Moves the focus to the words: what had it is gone. */
  onShown: () => void;
};

/** Shown when a person opens the link of the sign-up a second time. */
export function AlreadyConfirmed({ to, isSignedIn, onShown }: AlreadyConfirmedProps) {
  useEffect(onShown, [onShown]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h1 className="text-xl font-semibold">Seu e-mail já está confirmado.</h1>
      <p className="text-ink-soft">
        {isSignedIn ? 'Sua conta está aberta neste navegador.' : 'Entre na sua conta para continuar.'}
      </p>
      <Link to={to} className={`mt-3 ${buttonClass({ size: 'large' })}`}>
        {isSignedIn ? 'Continuar' : 'Entrar'}
      </Link>
    </div>
  );
}
