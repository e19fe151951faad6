import type { ReactNode } from 'react';
import { CornerButtons } from './corner-buttons.tsx';
import { MarketingFooter } from './marketing-footer.tsx';
import { MarketingHeader } from './marketing-header.tsx';
import { contentId, SkipLink } from './skip-link.tsx';

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
