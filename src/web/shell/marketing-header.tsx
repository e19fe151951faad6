import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../app/paths.ts';
import { useFirstInteraction } from '../app/use-first-interaction.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { AccountLinks } from './account-links.tsx';
import { headerLinks } from './marketing-links.ts';
import { Wordmark } from './wordmark.tsx';

/** Below it the links and the buttons do not fit into one line, beside a scroll bar that takes room. */
const isNarrow = '(width < 52rem)';

const loadMenu = () => import('./marketing-menu.tsx');
const hurryMenu = () => void loadMenu().catch(() => undefined);
const MarketingMenu = lazy(async () => ({ default: (await loadMenu()).MarketingMenu }));

export function MarketingHeader() {
  const [menu, setMenu] = useState<'never_opened' | 'open' | 'closed'>('never_opened');
  const moved = useFirstInteraction();

  // Fetched before it is asked for: a menu that needs a connection is missing when the connection is.
  useEffect(() => {
    if (moved && matchMedia(isNarrow).matches) hurryMenu();
  }, [moved]);

  return (
    <header className="border-b border-line">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-4 px-gutter py-2 sm:px-8 min-[52rem]:flex-nowrap lg:gap-x-8 noscript:max-[52rem]:gap-x-2 noscript:max-[52rem]:py-3">
        <Wordmark to={paths.home} />
        <nav
          aria-label="Principal"
          className="hidden min-[52rem]:block noscript:block noscript:max-[52rem]:order-last noscript:max-[52rem]:-mx-2 noscript:max-[52rem]:mt-2 noscript:max-[52rem]:basis-[calc(100%+1rem)]"
        >
          <ul className="flex flex-wrap gap-1 noscript:max-[52rem]:gap-x-0">
            {headerLinks.map(({ to, label, prefetch }) => (
              <li key={to}>
                {/* Not `end`: a page is written under an address that ends in a slash, and would go without its mark. */}
                <NavLink
                  to={to}
                  prefetch={moved ? prefetch : 'intent'}
                  className="flex min-h-10 items-center rounded-control px-3 text-sm text-ink-soft transition-colors hover:text-ink noscript:max-[52rem]:px-2 aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-thread aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto hidden flex-wrap gap-2 min-[52rem]:flex noscript:flex noscript:max-[52rem]:gap-0">
          <AccountLinks signIn="quiet" />
        </div>
        <IconButton
          label="Abrir menu"
          aria-haspopup="dialog"
          aria-expanded={menu === 'open'}
          className="-mr-2 ml-auto min-[52rem]:hidden noscript:hidden"
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
