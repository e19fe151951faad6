import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Planos';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Plans() {
  return (
    <div className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-20">
      <PageIntro title={title}>
        Aqui você vai comparar os planos, do gratuito ao pago, e escolher o que cabe no seu uso.
      </PageIntro>
    </div>
  );
}
