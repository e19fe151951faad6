import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });
const recipient = z.object({ name: z.string() });
/** True if an open-form message looks automated. Optional, because older queued jobs lack it. */
const suspect = z.boolean().optional();
const withLink = recipient.extend({ link });

export const securityEvents = [
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
const ofRefund = z.object({
  name: z.string(),
  email: z.email(),
  amountCents: z.int(),
  paymentIntentId: z.string(),
});

/** `until`: the day of the renewal or the end. */
const ofSubscription = recipient.extend({
  plan: z.string(),
  priceCents: z.int(),
  period: z.enum(['month', 'year']),
  until: z.iso.datetime(),
  renews: z.boolean(),
});

/** All mails: template name, recipient and data. Stored as JSON until it is sent. */
export const MailSchema = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('contact-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), message: z.string(), suspect }),
  }),
  z.object({
    template: z.literal('support-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), subject: z.string(), message: z.string() }),
  }),
  z.object({
    template: z.literal('feedback-message'),
    to: z.email(),
    data: z.object({
      name: z.string(),
      email: z.email(),
      message: z.string(),
      confirmed: z.boolean().optional(),
      suspect,
    }),
  }),
  z.object({
    template: z.literal('confirm-email'),
    to: z.email(),
    data: withLink,
  }),
  z.object({ template: z.literal('magic-link'), to: z.email(), data: z.object({ link }) }),
  z.object({ template: z.literal('reset-password'), to: z.email(), data: withLink }),
  z.object({
    template: z.literal('change-email'),
    to: z.email(),
    data: withLink.extend({ newEmail: z.email() }),
  }),
  z.object({ template: z.literal('confirm-new-email'), to: z.email(), data: withLink }),
  z.object({
    template: z.literal('proof-code'),
    to: z.email(),
    data: recipient.extend({ code: z.string() }),
  }),
  z.object({ template: z.literal('welcome'), to: z.email(), data: recipient }),
  z.object({
    template: z.literal('security-notice'),
    to: z.email(),
    data: recipient.extend({ event: z.enum(securityEvents) }),
  }),
  z.object({
    template: z.literal('transcription-finished'),
    to: z.email(),
    data: recipient.extend({ title: z.string(), transcriptionId: z.uuid() }),
  }),
  z.object({
    template: z.literal('payment-failed'),
    to: z.email(),
    data: recipient.extend({ graceUntil: z.iso.datetime() }),
  }),
  z.object({ template: z.literal('subscription-began'), to: z.email(), data: ofSubscription }),
  z.object({ template: z.literal('subscription-changed'), to: z.email(), data: ofSubscription }),
  z.object({ template: z.literal('subscription-resumed'), to: z.email(), data: ofSubscription }),
  z.object({
    template: z.literal('subscription-cancelled'),
    to: z.email(),
    data: recipient.extend({ plan: z.string(), until: z.iso.datetime() }),
  }),
  z.object({
    template: z.literal('subscription-ended'),
    to: z.email(),
    data: recipient.extend({
      plan: z.string(),
      endedAt: z.iso.datetime(),
      reason: z.enum(['cancelled', 'unpaid', 'refunded']),
    }),
  }),
  z.object({
    template: z.literal('refund-made'),
    to: z.email(),
    data: recipient.extend({ amountCents: z.int() }),
  }),
  z.object({ template: z.literal('refund-refused'), to: z.email(), data: ofRefund }),
  z.object({ template: z.literal('refund-returned'), to: z.email(), data: ofRefund }),
  z.object({
    template: z.literal('refund-stuck'),
    to: z.email(),
    data: recipient.extend({ amountCents: z.int() }),
  }),
  z.object({
    template: z.literal('interest-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), suspect }),
  }),
  z.object({ template: z.literal('account-deleted'), to: z.email(), data: recipient }),
]);

export type Mail = z.infer<typeof MailSchema>;
export type MailTemplate = Mail['template'];
export type MailData<Template extends MailTemplate> = Extract<Mail, { template: Template }>['data'];

/** The output of a template. The subject and the names may contain anything that people typed. */
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
};

/** The product's facts, available to every template. */
export type MailSetting = Readonly<{ productName: string; publicUrl: string }>;
