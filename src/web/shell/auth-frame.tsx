import { type ReactNode, Suspense } from 'react';
import { BackButton } from '#web/app/back-button.tsx';
import { useFirstInteraction } from '#web/app/first-interaction.ts';
import { paths } from '#web/app/paths.ts';
import { SoundPage } from '#web/pictures/sound-page.tsx';
import { CornerButtons } from './corner-buttons.tsx';
import { contentId, SkipLink } from './keyboard-focus.tsx';
import { SandboxNotice } from './sandbox-notice.tsx';
import { ThemeRow } from './theme/theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

export function AuthFrame({ children }: { children: ReactNode }) {
  // The notice stores its dismissal, so it waits for the first interaction.
  const moved = useFirstInteraction();
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(30rem,5fr)_minmax(0,calc(60vw+4rem))]">
      <SkipLink />
      {/* On small screens the padding keeps the floating corner button off the content. */}
      <div className="flex min-w-0 flex-col px-gutter pb-16 sm:px-8 lg:pb-6">
        <header className="mx-auto flex min-h-16 w-full max-w-form flex-wrap items-center justify-between gap-x-2">
          <Wordmark to={paths.home} />
          <BackButton to={paths.home} className="-mr-[16px] max-[16rem]:-mr-2 max-[16rem]:px-2" />
        </header>
        <main
          id={contentId}
          tabIndex={-1}
          // Aligned to the top, so that a field error or the notice does not move the form.
          className="mx-auto grid w-full max-w-form grow grid-cols-[minmax(0,1fr)] content-start pt-8 pb-8 sm:pt-[14svh]"
        >
          <Suspense>{children}</Suspense>
        </main>
        <div className="mx-auto w-full max-w-form">
          <ThemeRow />
        </div>
        {moved ? <SandboxNotice className="mx-auto w-full max-w-form" /> : null}
      </div>
      <aside className="hidden overflow-clip border-l border-line bg-sunken lg:grid lg:content-center lg:pl-16">
        {/* A Suspense boundary of its own, hydrated after the form: together they are a long task on a phone. */}
        <Suspense>
          <SoundPage className="w-[60vw]" />
        </Suspense>
      </aside>
      <CornerButtons />
    </div>
  );
}

/** The title of an auth page, with a sentence or a link to the related page. */
export function AuthIntro({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-8">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children === undefined ? null : <p className="mt-2 text-ink-soft">{children}</p>}
    </div>
  );
}
