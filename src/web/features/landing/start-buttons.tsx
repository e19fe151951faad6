import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { buttonClass } from '../../ui/button.tsx';

export function StartButtons() {
  return (
    <div>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Link to={paths.register} className={buttonClass({ size: 'large' })}>
          Comece gratuitamente
        </Link>
        <Link to={paths.plans} className={buttonClass({ variant: 'secondary', size: 'large' })}>
          Ver planos
        </Link>
      </div>
      <p className="mt-4 text-sm text-ink-soft">Não precisa de cartão de crédito.</p>
    </div>
  );
}
