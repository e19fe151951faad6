import { NavLink } from 'react-router';
import { SoundMark } from '#web/pictures/sound-mark.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AccountLinks, headerLinks } from './marketing-links.tsx';
import { ThemeRow } from './theme/theme-toggle.tsx';
import { Brand } from './wordmark.tsx';

type MarketingMenuProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** A separate chunk, so that the dialog's code loads only when the menu opens. */
export function MarketingMenu({ open, onOpenChange }: MarketingMenuProps) {
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" layout="right" head={<Brand />}>
      <nav aria-label="Principal">
        <ul className="grid gap-1">
          {headerLinks.map(({ to, label, prefetch }) => (
            <li key={to}>
              <NavLink
                to={to}
                prefetch={prefetch}
                end
                onClick={close}
                className="group flex min-h-12 items-center justify-between rounded-control px-3 text-lg text-ink-soft hover:bg-sunken aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:ring-1 aria-[current=page]:ring-line"
              >
                {label}
                <SoundMark className="hidden group-aria-[current=page]:block" />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <ThemeRow className="mt-1 px-3" />
      <div className="mt-auto grid gap-3 pt-8">
        <AccountLinks signIn="secondary" size="large" onChosen={close} />
      </div>
    </Dialog>
  );
}
