import { pageTitle } from '../../product.ts';
import { PageIntro } from '../../shell/page-intro.tsx';

const title = 'Termos de uso';

export function meta() {
  return [{ title: pageTitle(title) }];
}

export default function Terms() {
  return (
    <div className="mx-auto max-w-page px-5 py-12 sm:px-8 lg:py-20">
      <PageIntro title={title}>Aqui você vai ler as regras do serviço, em linguagem direta.</PageIntro>
    </div>
  );
}
