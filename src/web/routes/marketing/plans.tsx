import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Planos';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Plans() {
  return (
    <div className="mx-auto max-w-page px-gutter py-12 sm:px-8 lg:py-20">
      <PageIntro title={title} />
      <Soon next={{ to: paths.contact, label: 'Falar com a equipe' }}>
        Ela vai comparar os planos, do gratuito ao pago, para você escolher o que combina com o seu uso.
      </Soon>
    </div>
  );
}
