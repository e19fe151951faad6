import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { firstName, name } from './plain-words.ts';

export function transcriptionFinished(
  data: MailData<'transcription-finished'>,
  setting: MailSetting,
): RenderedMail {
  const title = name(data.title);
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
    text: textOf(content, setting),
    html: htmlOf(content, setting),
  };
}
