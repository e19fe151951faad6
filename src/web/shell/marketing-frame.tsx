import { Menu as MenuIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { useFirstInteraction } from '#web/app/first-interaction.ts';
import { useInstallation } from '#web/app/installation.ts';
import { paths } from '#web/app/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CornerButtons } from './corner-buttons.tsx';
import { contentId, SkipLink } from './keyboard-focus.tsx';
import { AccountLinks, footerLinks, headerLinks } from './marketing-links.tsx';
import { ThemeRow } from './theme/theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

export function MarketingFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <MarketingHeader />
      <main id={contentId} tabIndex={-1} className="grow">
        {children}
      </main>
      <MarketingFooter />
      <CornerButtons />
    </div>
  );
}

/** The title of a public page and a sentence about its purpose. */
export function PageIntro({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="max-w-reading">
      <h1 className="text-xl font-semibold sm:text-2xl">{title}</h1>
      {children === undefined ? null : <p className="mt-4 text-lg text-ink-soft">{children}</p>}
    </div>
  );
}

/** Below this width the links and buttons do not fit into one line beside a scroll bar. */
const narrowQuery = '(width < 52rem)';

const loadMenu = () => import('./marketing-menu.tsx');
const prefetchMenu = () => void loadMenu().catch(() => undefined);
const MarketingMenu = lazy(async () => ({ default: (await loadMenu()).MarketingMenu }));

export function MarketingHeader() {
  const [menu, setMenu] = useState<'never_opened' | 'open' | 'closed'>('never_opened');
  const moved = useFirstInteraction();

  // Prefetched, so that the menu opens without a connection too.
  useEffect(() => {
    if (moved && matchMedia(narrowQuery).matches) prefetchMenu();
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
                {/* Not `end`: at an address that ends in a slash the current link would not be marked. */}
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
          onPointerEnter={prefetchMenu}
          onFocus={prefetchMenu}
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

export function MarketingFooter() {
  const moved = useFirstInteraction();
  const { operator } = useInstallation();
  return (
    <footer className="border-t border-line bg-sunken">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-gutter pt-10 pb-20 sm:px-8 sm:pb-24 lg:flex-row lg:items-center lg:justify-between">
        <div>
          <Wordmark to={paths.home} />
          <p className="mt-1 text-sm text-ink-soft">Do som à página escrita.</p>
          {/* Brazilian law (Decreto 7.962, art. 2) requires a shop to show its operator prominently. */}
          {operator === '' ? null : <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{operator}</p>}
        </div>
        <nav aria-label="Rodapé" className="lg:max-w-3/4 lg:shrink-0">
          <ul className="flex flex-wrap gap-x-6">
            {footerLinks.map(({ to, label, prefetch }) => (
              <li key={to}>
                <Link
                  to={to}
                  prefetch={moved ? prefetch : 'intent'}
                  className="inline-flex min-h-10 items-center text-sm text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ThemeRow />
        </nav>
      </div>
    </footer>
  );
}
