import { pageTitle } from '#web/app/installation.ts';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { privacyDocument } from '#web/features/legal/privacy-sections.tsx';

export const meta = () => [{ title: pageTitle(privacyDocument.title) }];

/** The public page redirects signed-in users to the dashboard, so they read the accepted text here. */
export default function OwnPrivacy() {
  return <LegalPage {...privacyDocument} />;
}
