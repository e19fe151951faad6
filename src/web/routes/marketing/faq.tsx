import { Link } from 'react-router';
import { pageMeta } from '../../app/page-meta.ts';
import { paths } from '../../app/paths.ts';
import { StructuredData } from '../../app/structured-data.tsx';
import { QuestionList } from '../../features/landing/faq/question-list.tsx';
import { structuredQuestions } from '../../features/landing/faq/questions.ts';
import { PageIntro } from '../../shell/marketing-frame.tsx';
import { textLinkClass } from '../../ui/class-names.ts';

const title = 'Perguntas frequentes';

export function meta() {
  return pageMeta({
    path: paths.faq,
    title,
    description:
      'Formatos aceitos, prazos, plano gratuito, cancelamento, reembolso e proteção dos arquivos: as respostas diretas.',
  });
}

export default function Faq() {
  return (
    <div className="mx-auto grid max-w-page gap-10 px-gutter py-12 sm:px-8 lg:grid-cols-[20rem_1fr] lg:gap-20 lg:py-20">
      <StructuredData data={structuredQuestions} />
      <PageIntro title={title}>
        Não achou o que procura?{' '}
        <Link to={paths.contact} className={textLinkClass}>
          Escreva para a equipe
        </Link>
        .
      </PageIntro>
      <QuestionList />
    </div>
  );
}
