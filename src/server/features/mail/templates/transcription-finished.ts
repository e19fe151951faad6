import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { type MailContent, renderHtml, renderText } from './layout.ts';
import { firstName, sanitizeName } from './sanitize-text.ts';

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
