import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { firstName, type MailContent, renderHtml, renderText, sanitizeName } from './layout.ts';

function render(subject: string, content: MailContent, setting: MailSetting): RenderedMail {
  return { subject, text: renderText(content, setting), html: renderHtml(content, setting) };
}

const greeting = (name: string) => ['Olá', firstName(name)].filter((part) => part !== '').join(', ');

export function magicLink({ link }: MailData<'magic-link'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: 'Seu link para entrar',
    before: ['Você pediu para entrar sem senha.', 'O link abre uma vez só e vale por 15 minutos.'],
    button: { label: `Entrar no ${setting.productName}`, link },
    showLink: true,
    after: 'Se você não pediu este link, ignore este e-mail: ninguém entra sem ele.',
  };
  return render(`Seu link para entrar no ${setting.productName}`, content, setting);
}

export function resetPassword(data: MailData<'reset-password'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: greeting(data.name),
    before: [
      'Recebemos um pedido para trocar a senha da sua conta.',
      'O link abre uma vez só e vale por uma hora.',
    ],
    button: { label: 'Criar nova senha', link: data.link },
    showLink: true,
    after: 'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
  };
  return render(`Redefina sua senha no ${setting.productName}`, content, setting);
}

export function changeEmail(data: MailData<'change-email'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: greeting(data.name),
    before: [
      `Você pediu para usar ${data.newEmail} no lugar deste endereço.`,
      'Confirme aqui, em até uma hora, e enviaremos um segundo link ao novo endereço; só depois dele a troca é feita.',
    ],
    button: { label: 'Autorizar a troca', link: data.link },
    showLink: true,
    after: 'Se não foi você, não abra o link e troque sua senha: alguém pode ter entrado na sua conta.',
  };
  return render(`Autorize a troca de e-mail no ${setting.productName}`, content, setting);
}

export function confirmNewEmail(data: MailData<'confirm-new-email'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: greeting(data.name),
    before: [
      `Falta um passo para este ser o e-mail da sua conta no ${setting.productName}.`,
      'O link vale por uma hora.',
    ],
    button: { label: 'Confirmar novo e-mail', link: data.link },
    showLink: true,
    after: 'Se você não conhece esta conta, ignore este e-mail e nada acontece.',
  };
  return render(`Confirme seu novo e-mail no ${setting.productName}`, content, setting);
}

export function proofCode({ name, code }: MailData<'proof-code'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: greeting(name),
    before: [
      `Seu código é ${code}.`,
      'Digite-o na página da sua conta para confirmar que é você. Ele vale por 10 minutos.',
    ],
    button: { label: 'Abrir minha conta', link: `${setting.publicUrl}/dashboard/conta` },
    after:
      'Se não foi você, não passe o código a ninguém e encerre as outras sessões: alguém pode estar na sua conta.',
  };
  return render(`${code} é seu código do ${setting.productName}`, content, setting);
}

export function welcome({ name }: MailData<'welcome'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: firstName(name) === '' ? 'Boas-vindas' : `Boas-vindas, ${firstName(name)}`,
    before: [
      'Sua conta está pronta e é gratuita: são 5 horas de transcrição por mês.',
      'Envie um áudio ou um vídeo e acompanhe o texto chegar.',
    ],
    button: { label: 'Enviar um arquivo', link: `${setting.publicUrl}/dashboard/novo-arquivo` },
    after: 'Ficou alguma dúvida? Escreva pela página de suporte, dentro da sua conta.',
  };
  return render(`Boas-vindas ao ${setting.productName}`, content, setting);
}

export function accountDeleted({ name }: MailData<'account-deleted'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: greeting(name),
    before: [
      'Sua conta foi excluída, como você pediu.',
      'Seus dados pessoais, arquivos e transcrições foram apagados e não podem ser recuperados.',
    ],
    button: { label: 'Falar conosco', link: `${setting.publicUrl}/contato` },
    after: 'Se não foi você quem pediu, escreva para nós o quanto antes.',
  };
  return render(`Sua conta no ${setting.productName} foi excluída`, content, setting);
}

export function confirmEmail(data: MailData<'confirm-email'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      `Falta um passo para usar o ${setting.productName}: confirmar que este endereço é seu.`,
      'O link vale por uma hora.',
    ],
    button: { label: 'Confirmar e-mail', link: data.link },
    showLink: true,
    after: 'Se você não criou esta conta, ignore este e-mail e nada acontece.',
  };
  return {
    subject: `Confirme seu e-mail no ${setting.productName}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}

/** Subject and sentence of each event. */
const words = {
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
} as const satisfies Record<MailData<'security-notice'>['event'], readonly [string, string]>;

export function securityNotice(data: MailData<'security-notice'>, setting: MailSetting): RenderedMail {
  const [subject, sentence] = words[data.event];
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [sentence, 'Se foi você, está tudo certo.'],
    button: { label: 'Ver minha conta', link: `${setting.publicUrl}/dashboard/conta` },
    after: 'Se não foi você, crie uma nova senha em "Esqueci minha senha" e fale conosco.',
  };
  return {
    subject: `${subject} · ${setting.productName}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}

export function transcriptionFinished(
  data: MailData<'transcription-finished'>,
  setting: MailSetting,
): RenderedMail {
  const title = sanitizeName(data.title);
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [`A transcrição de "${title}" está pronta.`, 'Ouça, corrija e leve o texto quando quiser.'],
    button: {
      label: 'Abrir transcrição',
      link: `${setting.publicUrl}/dashboard/transcricoes/${data.transcriptionId}`,
    },
    after: 'Você recebe este aviso a cada transcrição que termina.',
  };
  return {
    subject: `Transcrição pronta: ${title}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}
