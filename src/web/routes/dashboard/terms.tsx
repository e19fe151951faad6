import { pageTitle } from '#web/app/installation.ts';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { termsDocument } from '#web/features/legal/terms-sections.tsx';

export const meta = () => [{ title: pageTitle(termsDocument.title) }];

/** The public page redirects signed-in users to the dashboard, so they read the accepted text here. */
export default function OwnTerms() {
  return <LegalPage {...termsDocument} />;
}
