import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { type MailContent, renderHtml, renderText } from './layout.ts';
import { firstName } from './sanitize-text.ts';

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
