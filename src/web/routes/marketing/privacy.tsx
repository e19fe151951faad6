import { pageMeta } from '../../app/page-meta.tsx';
import { paths } from '../../app/paths.ts';
import { LegalPage } from '../../features/legal/legal-page.tsx';
import { privacyDocument } from '../../features/legal/privacy-sections.tsx';

export function meta() {
  return pageMeta({
    path: paths.privacy,
    title: privacyDocument.title,
    description:
      'Quais dados guardamos, para que servem, quem os recebe, por quanto tempo ficam e como exercer os seus direitos pela LGPD.',
  });
}

export default function Privacy() {
  return <LegalPage {...privacyDocument} />;
}
