import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { LegalPage } from '#web/features/legal/legal-page.tsx';
import { privacyDocument } from '#web/features/legal/privacy-sections.tsx';

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
