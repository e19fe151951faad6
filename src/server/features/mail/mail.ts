import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });
const recipient = z.object({ name: z.string() });
/** The sender of a message to our support mailbox. */
const sender = z.object({ name: z.string(), email: z.email() });
/** True if an open-form message looks automated. Optional, because older queued jobs lack it. */
const suspect = z.boolean().optional();
const withLink = recipient.extend({ link });

const securityEvents = [
  'password_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'second_factor_locked',
  'email_changed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** For our support mailbox: the customer, the amount, and the payment at Stripe. */
const ofRefund = sender.extend({ amountCents: z.int(), paymentIntentId: z.string() });

/** `until`: the day of the renewal or the end. */
const ofSubscription = recipient.extend({
  plan: z.string(),
  priceCents: z.int(),
  period: z.enum(['month', 'year']),
  until: z.iso.datetime(),
  renews: z.boolean(),
});

function mail<const Template extends string, Data extends z.ZodType>(template: Template, data: Data) {
  return z.object({ template: z.literal(template), to: z.email(), data });
}

/** All mails: template name, recipient and data. Stored as JSON until it is sent. */
export const MailSchema = z.discriminatedUnion('template', [
  mail('contact-message', sender.extend({ message: z.string(), suspect })),
  mail('support-message', sender.extend({ subject: z.string(), message: z.string() })),
  mail(
    'feedback-message',
    sender.extend({ message: z.string(), confirmed: z.boolean().optional(), suspect }),
  ),
  mail('interest-message', sender.extend({ suspect })),
  mail('confirm-email', withLink),
  mail('magic-link', z.object({ link })),
  mail('reset-password', withLink),
  mail('change-email', withLink.extend({ newEmail: z.email() })),
  mail('confirm-new-email', withLink),
  mail('proof-code', recipient.extend({ code: z.string() })),
  mail('welcome', recipient),
  mail('security-notice', recipient.extend({ event: z.enum(securityEvents) })),
  mail(
    'transcription-finished',
    recipient.extend({
      title: z.string(),
      transcriptionId: z.uuid(),
      // A mail that the previous release queued does not say it.
      isTestText: z.boolean().optional(),
    }),
  ),
  mail('payment-failed', recipient.extend({ graceUntil: z.iso.datetime() })),
  mail('subscription-began', ofSubscription),
  mail('subscription-changed', ofSubscription),
  mail('subscription-resumed', ofSubscription),
  mail('subscription-cancelled', recipient.extend({ plan: z.string(), until: z.iso.datetime() })),
  mail(
    'subscription-ended',
    recipient.extend({
      plan: z.string(),
      endedAt: z.iso.datetime(),
      reason: z.enum(['cancelled', 'unpaid', 'refunded']),
    }),
  ),
  mail('refund-made', recipient.extend({ amountCents: z.int() })),
  mail('refund-refused', ofRefund),
  mail('refund-returned', ofRefund),
  mail('refund-stuck', recipient.extend({ amountCents: z.int() })),
  mail('account-deleted', recipient),
]);

export type Mail = z.infer<typeof MailSchema>;
type DataOfTemplates = { [Each in Mail as Each['template']]: Each['data'] };
export type MailTemplate = keyof DataOfTemplates;
export type MailData<Template extends MailTemplate> = DataOfTemplates[Template];

/** The content of a mail. The templates make HTML and text from it, so that the two cannot differ. */
export type MailContent = {
  title: string;
  /** The sentences above the button; `after` goes below it. */
  before: readonly string[];
  /** Another person's words. */
  quote?: string;
  button: { label: string; link: string };
  /** Also shows the address as text, for mail programs in which the button fails. */
  showLink?: boolean;
  after: string;
};

/** The result of a template. The subject and the names may contain arbitrary text of visitors. */
export type Letter = MailContent & { subject: string; replyTo?: { name: string; address: string } };

export type Letters = {
  [Template in MailTemplate]: (data: MailData<Template>, setting: MailSetting) => Letter;
};

export type RenderedMail = Pick<Letter, 'subject' | 'replyTo'> & { text: string; html: string };

/** The product's facts, available to every template. */
export type MailSetting = Readonly<{ productName: string; publicUrl: string }>;
