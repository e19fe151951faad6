import { accountLinkMinutes, magicLinkMinutes } from '#domain/link-lifetimes.ts';
import type { Letters } from '../mail.ts';
import { firstName, greeting } from './layout.ts';

/** Subject and sentence of each event. */
const securityEventTexts = {
  password_changed: [
    'Sua senha foi trocada',
    'A senha da sua conta foi trocada e as outras sessões foram encerradas.',
  ],
  second_factor_added: [
    'Verificação em duas etapas ativada',
    'Sua conta ganhou mais uma forma de confirmar que é você. Ela será pedida a cada entrada.',
  ],
  second_factor_removed: [
    'Verificação em duas etapas removida',
    'Uma forma de confirmar que é você foi removida da sua conta.',
  ],
  recovery_codes_renewed: [
    'Novos códigos de recuperação',
    'Novos códigos de recuperação foram criados; os anteriores não valem mais.',
  ],
  recovery_code_used: [
    'Código de recuperação usado',
    'Um código de recuperação foi usado para entrar na sua conta.',
  ],
  second_factor_locked: [
    'Muitos códigos errados na sua conta',
    'Alguém que sabe a sua senha errou o código da verificação em duas etapas muitas vezes. Novas tentativas ficam bloqueadas por algum tempo.',
  ],
  email_changed: [
    'Seu e-mail foi trocado',
    'O e-mail da sua conta foi trocado e as outras sessões foram encerradas; este endereço não serve mais para entrar.',
  ],
} as const;

const inWords = (minutes: number) => (minutes === 60 ? 'uma hora' : `${minutes} minutos`);

export const accountMails = {
  'confirm-email': ({ name, link }, { productName }) => ({
    subject: `Confirme seu e-mail no ${productName}`,
    title: greeting(name),
    before: [
      `Falta um passo para usar o ${productName}: confirmar que este endereço é seu.`,
      `O link vale por ${inWords(accountLinkMinutes)}.`,
    ],
    button: { label: 'Confirmar e-mail', link },
    showLink: true,
    after: 'Se você não criou esta conta, ignore este e-mail e nada acontece.',
  }),
  'magic-link': ({ link }, { productName }) => ({
    subject: `Seu link para entrar no ${productName}`,
    title: 'Seu link para entrar',
    before: [
      'Você pediu para entrar sem senha.',
      `O link abre uma vez só e vale por ${inWords(magicLinkMinutes)}.`,
    ],
    button: { label: `Entrar no ${productName}`, link },
    showLink: true,
    after: 'Se você não pediu este link, ignore este e-mail: ninguém entra sem ele.',
  }),
  'reset-password': ({ name, link }, { productName }) => ({
    subject: `Redefina sua senha no ${productName}`,
    title: greeting(name),
    before: [
      'Recebemos um pedido para trocar a senha da sua conta.',
      `O link abre uma vez só e vale por ${inWords(accountLinkMinutes)}.`,
    ],
    button: { label: 'Criar nova senha', link },
    showLink: true,
    after: 'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
  }),
  'change-email': ({ name, newEmail, link }, { productName }) => ({
    subject: `Autorize a troca de e-mail no ${productName}`,
    title: greeting(name),
    before: [
      `Você pediu para usar ${newEmail} no lugar deste endereço.`,
      `Confirme aqui, em até ${inWords(accountLinkMinutes)}, e enviaremos um segundo link ao novo endereço; só depois dele a troca é feita.`,
    ],
    button: { label: 'Autorizar a troca', link },
    showLink: true,
    after: 'Se não foi você, não abra o link e troque sua senha: alguém pode ter entrado na sua conta.',
  }),
  'confirm-new-email': ({ name, link }, { productName }) => ({
    subject: `Confirme seu novo e-mail no ${productName}`,
    title: greeting(name),
    before: [
      `Falta um passo para este ser o e-mail da sua conta no ${productName}.`,
      `O link vale por ${inWords(accountLinkMinutes)}.`,
    ],
    button: { label: 'Confirmar novo e-mail', link },
    showLink: true,
    after: 'Se você não conhece esta conta, ignore este e-mail e nada acontece.',
  }),
  'proof-code': ({ name, code }, { productName, publicUrl }) => ({
    subject: `${code} é seu código do ${productName}`,
    title: greeting(name),
    before: [
      `Seu código é ${code}.`,
      'Digite-o na página da sua conta para confirmar que é você. Ele vale por 10 minutos.',
    ],
    button: { label: 'Abrir minha conta', link: `${publicUrl}/dashboard/conta` },
    after:
      'Se não foi você, não passe o código a ninguém e encerre as outras sessões: alguém pode estar na sua conta.',
  }),
  welcome: ({ name }, { productName, publicUrl }) => ({
    subject: `Boas-vindas ao ${productName}`,
    title: firstName(name) === '' ? 'Boas-vindas' : `Boas-vindas, ${firstName(name)}`,
    before: [
      'Sua conta está pronta e é gratuita: são 5 horas de transcrição por mês.',
      'Envie um áudio ou um vídeo e acompanhe o texto chegar.',
    ],
    button: { label: 'Enviar um arquivo', link: `${publicUrl}/dashboard/novo-arquivo` },
    after: 'Ficou alguma dúvida? Escreva pela página de suporte, dentro da sua conta.',
  }),
  'security-notice': ({ name, event }, { productName, publicUrl }) => {
    const [subject, sentence] = securityEventTexts[event];
    return {
      subject: `${subject} · ${productName}`,
      title: greeting(name),
      before: [sentence, 'Se foi você, está tudo certo.'],
      button: { label: 'Ver minha conta', link: `${publicUrl}/dashboard/conta` },
      after: 'Se não foi você, crie uma nova senha em "Esqueci minha senha" e fale conosco.',
    };
  },
  'account-deleted': ({ name }, { productName, publicUrl }) => ({
    subject: `Sua conta no ${productName} foi excluída`,
    title: greeting(name),
    before: [
      'Sua conta foi excluída, como você pediu.',
      'Seus dados pessoais, arquivos e transcrições foram apagados e não podem ser recuperados.',
    ],
    button: { label: 'Falar conosco', link: `${publicUrl}/contato` },
    after: 'Se não foi você quem pediu, escreva para nós o quanto antes.',
  }),
} satisfies Partial<Letters>;
