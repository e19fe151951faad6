import { Link } from 'react-router';
import { pageMeta, StructuredData } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { questions, structuredQuestions } from '#web/features/landing/questions.ts';
import { PageIntro } from '#web/shell/marketing-frame.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';

function QuestionList() {
  return (
    <div className="border-t border-line">
      {questions.map(({ question, answer }) => (
        <Disclosure key={question} title={question} group="perguntas">
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Disclosure>
      ))}
    </div>
  );
}

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
