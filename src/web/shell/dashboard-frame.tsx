import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { OpenMainMenu } from '#web/app/main-menu.ts';
import { paths } from '#web/app/paths.ts';
import type { Account } from '#web/features/auth/session/account.ts';
import { FeedbackDialog } from '#web/features/messages/feedback-dialog.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { DashboardSidebar } from './dashboard-sidebar.tsx';
import { contentId, SkipLink } from './keyboard-focus.tsx';
import { NewVersionToast } from './new-version.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { Brand, Wordmark } from './wordmark.tsx';

export function DashboardFrame({ account, children }: { account: Account; children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [feedbackOpen, setFeedbackOpen] = useState(false);
  // On phones a page may hide the button of the bar and open the menu with its own.
  const menuOpener = useRef<HTMLElement>(null);

  const openMenu = useCallback((opener: HTMLElement | null) => {
    menuOpener.current = opener;
    setMenuOpen(true);
  }, []);

  function openFeedback() {
    setMenuOpen(false);
    setFeedbackOpen(true);
  }

  return (
    <div className="dashboard-frame flex min-h-dvh flex-col lg:grid lg:grid-cols-[var(--sidebar-width)_1fr]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col gap-6 overflow-y-auto border-r border-line bg-sunken px-3 py-4 lg:flex">
        <div className="px-3">
          <Wordmark to={paths.dashboard} />
        </div>
        <DashboardSidebar account={account} onFeedback={openFeedback} />
      </aside>
      {/* A phone has no room for two bars: the menu of a transcription's header opens the main menu there. */}
      <header className="flex h-14 shrink-0 items-center justify-between border-b border-line px-gutter max-sm:[.dashboard-frame:has(.transcript-header)>&]:hidden sm:px-8 lg:hidden print:hidden">
        <Wordmark to={paths.dashboard} />
        <IconButton
          label="Abrir menu"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          className="-mr-2"
          onClick={(event) => openMenu(event.currentTarget)}
        >
          <MenuIcon aria-hidden="true" className="size-5" />
        </IconButton>
      </header>
      <Dialog
        open={menuOpen}
        onOpenChange={setMenuOpen}
        title="Menu"
        layout="right"
        head={<Brand />}
        fallbackFocus={menuOpener}
      >
        <DashboardSidebar account={account} onFeedback={openFeedback} onChosen={() => setMenuOpen(false)} />
      </Dialog>
      <FeedbackDialog
        open={feedbackOpen}
        onOpenChange={setFeedbackOpen}
        sender={account}
        fallbackFocus={menuOpener}
      />
      <div className="flex min-w-0 grow flex-col">
        <main id={contentId} tabIndex={-1} className="min-w-0 grow">
          <OpenMainMenu value={openMenu}>{children}</OpenMainMenu>
        </main>
        <div className="pr-(--side-panel-room)">
          <SandboxNotice className="mx-auto w-full max-w-page px-gutter pb-6 sm:px-8" />
        </div>
      </div>
      <Toaster />
      <NewVersionToast />
    </div>
  );
}

type DashboardPageProps = {
  title: string;
  /** A line below the title. */
  lead?: ReactNode;
  /** The main action of the page, beside its title. */
  actions?: ReactNode;
  children: ReactNode;
};

export function DashboardPage({ title, lead, actions, children }: DashboardPageProps) {
  return (
    <div className="mx-auto max-w-page px-gutter py-8 sm:px-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {lead === undefined ? null : <div className="mt-2">{lead}</div>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
