import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Termos de uso';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Terms() {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 sm:px-8 lg:py-20">
      <PageIntro title={title} />
      <Soon next={{ to: paths.contact, label: 'Falar com a equipe' }}>
        Ela vai trazer as regras do serviço, em linguagem direta.
      </Soon>
    </div>
  );
}
