import { pageTitle } from '../../app/installation.ts';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { termsDocument } from '../../features/legal/terms-sections.tsx';

export function meta() {
  return [{ title: pageTitle(termsDocument.title) }];
}

/** The public page sends an account to the dashboard; what it agreed to stays readable here. */
export default function OwnTerms() {
  return <LegalPage {...termsDocument} />;
}
