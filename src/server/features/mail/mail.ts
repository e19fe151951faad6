import { z } from 'zod';

/** Every e-mail there is: the template's name, to whom it goes and what it says. Kept as JSON until it is sent. */
export const MailSchema = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('contact-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), message: z.string() }),
  }),
  z.object({
    template: z.literal('feedback-message'),
    to: z.email(),
    data: z.object({ name: z.string(), email: z.email(), message: z.string() }),
  }),
  z.object({
    template: z.literal('confirm-email'),
    to: z.email(),
    data: z.object({ name: z.string(), link: z.url({ protocol: /^https?$/ }) }),
  }),
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
