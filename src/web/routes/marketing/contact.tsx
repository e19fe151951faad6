import { pageMeta } from '#web/app/page-meta.tsx';
import { paths } from '#web/app/paths.ts';
import { SupportEmail } from '#web/app/support-email.tsx';
import { ContactForm } from '#web/features/messages/contact-form.tsx';
import { PageIntro } from '#web/shell/marketing-frame.tsx';
import { Unbroken } from '#web/ui/unbroken.tsx';

export function meta() {
  return pageMeta({
    path: paths.contact,
    title: 'Contato',
    description: 'Dúvidas, sugestões ou problemas: escreva para a equipe. A resposta chega por e-mail.',
  });
}

export default function Contact() {
  return (
    <div className="mx-auto grid max-w-page gap-10 px-gutter py-12 sm:px-8 lg:grid-cols-[1fr_minmax(0,30rem)] lg:gap-20 lg:py-20">
      <PageIntro title="Contato">
        Conte o que você precisa. Uma pessoa da equipe responde por <Unbroken>e-mail</Unbroken>. Se preferir,
        escreva para <SupportEmail />.
      </PageIntro>
      <div className="w-full max-w-[30rem]">
        <ContactForm />
      </div>
    </div>
  );
}
