import { z } from 'zod';

const link = z.url({ protocol: /^https?$/ });
const toSomebody = z.object({ name: z.string() });
/** What anybody may send: left out by jobs that were queued before it was said. */
const suspect = z.boolean().optional();
const withLink = toSomebody.extend({ link });

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

/** For our own support mailbox: whose, how much, and where to find it at Stripe. */
const ofRefund = z.object({
  name: z.string(),
  email: z.email(),
  amountCents: z.int(),
  paymentIntentId: z.string(),
});

/** `until`: when it renews, or ends. */
const ofSubscription = toSomebody.extend({
  plan: z.string(),
  priceCents: z.int(),
  period: z.enum(['month', 'year']),
  until: z.iso.datetime(),
  renews: z.boolean(),
});

/** Every e-mail there is: the template's name, to whom it goes and what it says. Kept as JSON until it is sent. */
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
    data: toSomebody.extend({ code: z.string() }),
  }),
  z.object({ template: z.literal('welcome'), to: z.email(), data: toSomebody }),
  z.object({
    template: z.literal('security-notice'),
    to: z.email(),
    data: toSomebody.extend({ event: z.enum(securityEvents) }),
  }),
  z.object({
    template: z.literal('transcription-finished'),
    to: z.email(),
    data: toSomebody.extend({ title: z.string(), transcriptionId: z.uuid() }),
  }),
  z.object({
    template: z.literal('payment-failed'),
    to: z.email(),
    data: toSomebody.extend({ graceUntil: z.iso.datetime() }),
  }),
  z.object({ template: z.literal('subscription-began'), to: z.email(), data: ofSubscription }),
  z.object({ template: z.literal('subscription-changed'), to: z.email(), data: ofSubscription }),
  z.object({ template: z.literal('subscription-resumed'), to: z.email(), data: ofSubscription }),
  z.object({
    template: z.literal('subscription-cancelled'),
    to: z.email(),
    data: toSomebody.extend({ plan: z.string(), until: z.iso.datetime() }),
  }),
  z.object({
    template: z.literal('subscription-ended'),
    to: z.email(),
    data: toSomebody.extend({
      plan: z.string(),
      endedAt: z.iso.datetime(),
      reason: z.enum(['cancelled', 'unpaid', 'refunded']),
    }),
  }),
  z.object({
    template: z.literal('refund-made'),
    to: z.email(),
    data: toSomebody.extend({ amountCents: z.int() }),
  }),
  z.object({ template: z.literal('refund-refused'), to: z.email(), data: ofRefund }),
  z.object({ template: z.literal('refund-returned'), to: z.email(), data: ofRefund }),
  z.object({
    template: z.literal('refund-stuck'),
    to: z.email(),
    data: toSomebody.extend({ amountCents: z.int() }),
  }),
  z.object({
    template: z.literal('interest-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), suspect }),
  }),
  z.object({ template: z.literal('account-deleted'), to: z.email(), data: toSomebody }),
]);

export type Mail = z.infer<typeof MailSchema>;
export type MailTemplate = Mail['template'];
export type MailData<Template extends MailTemplate> = Extract<Mail, { template: Template }>['data'];

/** What a template gives. The subject and the names in it may hold anything that people typed. */
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
};

/** What every template may say about the product. */
export type MailSetting = Readonly<{ productName: string; publicUrl: string }>;
