import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Perguntas frequentes';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Faq() {
  return (
    <div className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-20">
      <PageIntro title={title}>
        Aqui você vai encontrar respostas sobre formatos, prazos, planos e privacidade.
      </PageIntro>
    </div>
  );
}
