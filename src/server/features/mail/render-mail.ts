import type { Mail, MailSetting, RenderedMail } from './mail.ts';
import { confirmEmail } from './templates/confirm-email.ts';
import { contactMessage } from './templates/contact-message.ts';
import { feedbackMessage } from './templates/feedback-message.ts';

/** A mail of a template that has no case here does not compile. */
export function renderMail(mail: Mail, setting: MailSetting): RenderedMail {
  switch (mail.template) {
    case 'contact-message':
      return contactMessage(mail.data, setting);
    case 'feedback-message':
      return feedbackMessage(mail.data, setting);
    case 'confirm-email':
      return confirmEmail(mail.data, setting);
  }
}
