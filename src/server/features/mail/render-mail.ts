import type { Mail, MailSetting, RenderedMail } from './mail.ts';
import {
  accountDeleted,
  changeEmail,
  confirmEmail,
  confirmNewEmail,
  magicLink,
  proofCode,
  resetPassword,
  securityNotice,
  transcriptionFinished,
  welcome,
} from './templates/account-mails.ts';
import {
  contactMessage,
  feedbackMessage,
  interestMessage,
  supportMessage,
} from './templates/message-mails.ts';
import { refundMade, refundRefused, refundReturned, refundStuck } from './templates/refund-mails.ts';
import {
  paymentFailed,
  subscriptionBegan,
  subscriptionCancelled,
  subscriptionChanged,
  subscriptionEnded,
  subscriptionResumed,
} from './templates/subscription-mails.ts';

/** A template without a case here does not compile. */
export function renderMail(mail: Mail, setting: MailSetting): RenderedMail {
  switch (mail.template) {
    case 'contact-message':
      return contactMessage(mail.data, setting);
    case 'support-message':
      return supportMessage(mail.data, setting);
    case 'feedback-message':
      return feedbackMessage(mail.data, setting);
    case 'confirm-email':
      return confirmEmail(mail.data, setting);
    case 'magic-link':
      return magicLink(mail.data, setting);
    case 'reset-password':
      return resetPassword(mail.data, setting);
    case 'change-email':
      return changeEmail(mail.data, setting);
    case 'confirm-new-email':
      return confirmNewEmail(mail.data, setting);
    case 'proof-code':
      return proofCode(mail.data, setting);
    case 'welcome':
      return welcome(mail.data, setting);
    case 'security-notice':
      return securityNotice(mail.data, setting);
    case 'transcription-finished':
      return transcriptionFinished(mail.data, setting);
    case 'payment-failed':
      return paymentFailed(mail.data, setting);
    case 'subscription-began':
      return subscriptionBegan(mail.data, setting);
    case 'subscription-changed':
      return subscriptionChanged(mail.data, setting);
    case 'subscription-resumed':
      return subscriptionResumed(mail.data, setting);
    case 'subscription-cancelled':
      return subscriptionCancelled(mail.data, setting);
    case 'subscription-ended':
      return subscriptionEnded(mail.data, setting);
    case 'refund-made':
      return refundMade(mail.data, setting);
    case 'refund-refused':
      return refundRefused(mail.data, setting);
    case 'refund-returned':
      return refundReturned(mail.data, setting);
    case 'refund-stuck':
      return refundStuck(mail.data, setting);
    case 'interest-message':
      return interestMessage(mail.data, setting);
    case 'account-deleted':
      return accountDeleted(mail.data, setting);
  }
}
