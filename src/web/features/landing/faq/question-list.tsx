import { Disclosure } from '../../../ui/disclosure.tsx';
import { questions } from './questions.ts';

export function QuestionList() {
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
