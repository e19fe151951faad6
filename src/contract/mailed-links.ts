import { z } from 'zod';

/** The links of mails that sign in, confirm an address or change it. */
export const mailedLinkKinds = ['magic-link', 'confirm-email', 'change-email'] as const;
export type MailedLinkKind = (typeof mailedLinkKinds)[number];

export const OpenLinkSchema = z.strictObject({
  kind: z.enum(mailedLinkKinds),
  token: z.string().min(1).max(2_000),
  /** The visitor pressed the button. Required in a browser that did not ask for the link. */
  pressed: z.boolean(),
});
export type OpenLink = z.infer<typeof OpenLinkSchema>;

export const OpenedLinkSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('opened') }),
  z.object({ status: z.literal('confirmed_before') }),
  z.object({ status: z.literal('press_needed'), email: z.string() }),
]);
export type OpenedLink = z.infer<typeof OpenedLinkSchema>;
