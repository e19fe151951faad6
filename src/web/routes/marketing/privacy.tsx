import { LegalPage } from '../../features/legal/legal-page.tsx';
import { privacySections } from '../../features/legal/privacy-sections.tsx';
import { pageMeta } from '../../page-meta.ts';
import { paths } from '../../paths.ts';

const title = 'Política de privacidade';

export function meta() {
  return pageMeta({
    path: paths.privacy,
    title,
    description:
      'Quais dados guardamos, para que servem, quem os recebe, por quanto tempo ficam e como exercer os seus direitos pela LGPD.',
  });
}

export default function Privacy() {
  return (
    <LegalPage
      title={title}
      updated="abril de 2025"
      lead="O que guardamos, para que, com quem dividimos, por quanto tempo, e como você vê, leva ou apaga os seus dados."
      sections={privacySections}
    />
  );
}
