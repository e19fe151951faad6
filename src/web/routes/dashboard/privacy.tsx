import { pageTitle } from '../../app/installation.ts';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { privacyDocument } from '../../features/legal/privacy-sections.tsx';

export function meta() {
  return [{ title: pageTitle(privacyDocument.title) }];
}

/** The public page sends an account to the dashboard; what it agreed to stays readable here. */
export default function OwnPrivacy() {
  return <LegalPage {...privacyDocument} />;
}
