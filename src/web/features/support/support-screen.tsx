import { Disclosure } from '../../ui/disclosure.tsx';
import { textLinkClass } from '../../ui/text-link.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useSetting } from '../../use-setting.ts';
import { SupportForm } from './support-form.tsx';
import { supportQuestions } from './support-questions.ts';

function SupportAddress() {
  const address = useSetting()?.supportEmail;
  // The place of the line is kept, so that nothing moves when the address comes.
  if (address === undefined) return <span className="block min-h-10" />;
  return (
    <span className="block min-h-10">
      Se preferir, escreva para{' '}
      <a href={`mailto:${address}`} className={`${textLinkClass} wrap-anywhere`}>
        {address}
      </a>
      .
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
