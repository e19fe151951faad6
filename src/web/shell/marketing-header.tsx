import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../paths.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useFirstMove } from '../use-first-move.ts';
import { AccountLinks } from './account-links.tsx';
import { headerLinks } from './marketing-links.ts';
import { Wordmark } from './wordmark.tsx';

/** The width at which the links stand in the header itself. */
const isNarrow = '(width < 48rem)';

const loadMenu = () => import('./marketing-menu.tsx');
const hurryMenu = () => void loadMenu().catch(() => undefined);
const MarketingMenu = lazy(async () => ({ default: (await loadMenu()).MarketingMenu }));

export function MarketingHeader() {
  const [menu, setMenu] = useState<'never_opened' | 'open' | 'closed'>('never_opened');
  const moved = useFirstMove();

  // Fetched before it is asked for: a menu that needs a connection is missing when the connection is.
  useEffect(() => {
    if (moved && matchMedia(isNarrow).matches) hurryMenu();
  }, [moved]);

  return (
    <header className="border-b border-line">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-4 px-gutter py-2 sm:px-8 md:flex-nowrap lg:gap-x-8 noscript:max-md:gap-x-2 noscript:max-md:py-3">
        <Wordmark to={paths.home} />
        <nav
          aria-label="Principal"
          className="hidden md:block noscript:block noscript:max-md:order-last noscript:max-md:-mx-2 noscript:max-md:mt-2 noscript:max-md:basis-[calc(100%+1rem)]"
        >
          <ul className="flex flex-wrap gap-1 noscript:max-md:gap-x-0">
            {headerLinks.map(({ to, label, prefetch }) => (
              <li key={to}>
                {/* Not `end`: a page is written under an address that ends in a slash, and would go without its mark. */}
                <NavLink
                  to={to}
                  prefetch={moved ? prefetch : 'intent'}
                  className="flex min-h-10 items-center rounded-control px-3 text-sm text-ink-soft transition-colors hover:text-ink noscript:max-md:px-2 aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-thread aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto hidden flex-wrap gap-2 md:flex noscript:flex noscript:max-md:gap-0">
          <AccountLinks signIn="quiet" />
        </div>
        <IconButton
          label="Abrir menu"
          aria-haspopup="dialog"
          aria-expanded={menu === 'open'}
          className="-mr-2 ml-auto md:hidden noscript:hidden"
          onPointerEnter={hurryMenu}
          onFocus={hurryMenu}
          onClick={() => setMenu('open')}
        >
          <MenuIcon aria-hidden="true" className="size-5" />
        </IconButton>
        {menu === 'never_opened' ? null : (
          <Suspense fallback={null}>
            <MarketingMenu
              open={menu === 'open'}
              onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
            />
          </Suspense>
        )}
      </div>
    </header>
  );
}
