import { Link, NavLink } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { headerLinks } from './marketing-links.ts';

type MarketingMenuProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** In a file of its own: the dialog's code is fetched only by who opens the menu. */
export function MarketingMenu({ open, onOpenChange }: MarketingMenuProps) {
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" place="right">
      <nav aria-label="Principal">
        <ul className="grid gap-1">
          {headerLinks.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                onClick={close}
                className="flex min-h-12 items-center rounded-control px-3 text-lg hover:bg-sunken aria-[current=page]:bg-thread-soft aria-[current=page]:text-thread"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-3 pt-8">
        <Link
          to={paths.login}
          onClick={close}
          className={buttonClass({ variant: 'secondary', size: 'large' })}
        >
          Entrar
        </Link>
        <Link to={paths.register} onClick={close} className={buttonClass({ size: 'large' })}>
          Criar conta
        </Link>
      </div>
    </Dialog>
  );
}
