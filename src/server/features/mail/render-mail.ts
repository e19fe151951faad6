import type { Letters, Mail, MailData, MailSetting, MailTemplate, RenderedMail } from './mail.ts';
import { accountMails } from './templates/account-mails.ts';
import { renderHtml, renderText } from './templates/layout.ts';
import { messageMails } from './templates/message-mails.ts';
import { refundMails } from './templates/refund-mails.ts';
import { subscriptionMails } from './templates/subscription-mails.ts';
import { transcriptionMails } from './templates/transcription-mails.ts';

/** A template that is missing here does not compile. */
const letters: Letters = {
  ...accountMails,
  ...messageMails,
  ...refundMails,
  ...subscriptionMails,
  ...transcriptionMails,
};

type MailOf<Template extends MailTemplate> = { template: Template; data: MailData<Template> };

function letterOf<Template extends MailTemplate>({ template, data }: MailOf<Template>, setting: MailSetting) {
  return letters[template](data, setting);
}

export function renderMail(mail: Mail, setting: MailSetting): RenderedMail {
  const { subject, replyTo, ...content } = letterOf(mail, setting);
  return {
    subject,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    ...(replyTo && { replyTo }),
  };
}
