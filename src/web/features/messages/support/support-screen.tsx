import { SupportEmail } from '../../../app/support-email.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { SupportForm } from './support-form.tsx';
import { supportQuestions } from './support-questions.ts';

function SupportAddress() {
  return (
    <span className="block min-h-10">
      Se preferir, escreva para <SupportEmail />.
    </span>
  );
}

export function SupportScreen() {
  return (
    <div className="mt-8">
      <TitledSection title="Fale com a equipe" description={<SupportAddress />}>
        <SupportForm />
      </TitledSection>
      <TitledSection title="Dúvidas comuns">
        <div className="-mt-4">
          {supportQuestions.map(({ question, answer }) => (
            <Disclosure key={question} title={question} headingLevel={3} group="duvidas">
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </TitledSection>
    </div>
  );
}
