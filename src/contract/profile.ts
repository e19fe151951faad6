import { z } from 'zod';
import { nameSchema } from './account.ts';

export const maxAvatarBytes = 204_800;
/** The profile screen scales photos to `avatarSidePx`; the server accepts up to `maxAvatarSidePx`. */
export const avatarSidePx = 256;
export const maxAvatarSidePx = 512;

/** Spec section 3's profile, for its owner. */
export const ProfileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable().describe('Imagem como data URL, ou o endereço dado pelo provedor'),
  plan: z.string(),
  used_hours: z.number(),
  occupation: z.string().nullable(),
  use_case: z.string().nullable(),
  how_found: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** False for accounts that signed in only with Google or a link: they have no current password to ask for. */
  has_password: z.boolean(),
  plan_name: z.string(),
});
export type Profile = z.infer<typeof ProfileSchema>;

export const avatarRefused = 'Envie uma imagem PNG, JPEG ou WebP de até 200 KB.';

/** Strict, so that the server refuses an extra field such as the plan instead of ignoring it. */
export const ProfileChangeSchema = z.strictObject({
  name: nameSchema.optional(),
  avatar: z
    .string()
    .max(Math.ceil((maxAvatarBytes * 4) / 3) + 64, avatarRefused)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, avatarRefused)
    .nullable()
    .optional(),
});
export type ProfileChange = z.infer<typeof ProfileChangeSchema>;

/** Spec section 7's call names a recipient, but the mail always goes to the account's own address. */
export const WelcomeSchema = z.object({ email: z.string().max(254), name: z.string().max(300) }).partial();

export const SessionSchema = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  address: z.string().nullable(),
  device: z.string().nullable().describe('Navegador e sistema, como a pessoa os reconhece'),
  is_current: z.boolean(),
});
export const SessionListSchema = z.object({ sessions: z.array(SessionSchema) });
export type SessionList = z.infer<typeof SessionListSchema>;
