import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Política de privacidade';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Privacy() {
  return (
    <div className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-20">
      <PageIntro title={title}>
        Aqui você vai ler quais dados guardamos, para quê, e como apagá-los.
      </PageIntro>
    </div>
  );
}
