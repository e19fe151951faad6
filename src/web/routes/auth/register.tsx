import { paths } from '../../paths.ts';
import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';
import { Soon } from '../../shell/soon.tsx';

const title = 'Criar conta';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Register() {
  return (
    <>
      <PageIntro title={title} />
      <Soon next={{ to: paths.plans, label: 'Ver planos' }}>
        Ela vai criar a sua conta gratuita. Não precisa de cartão de crédito.
      </Soon>
    </>
  );
}
