import { z } from 'zod';

const EmailChangeSchema = z.object({ email: z.string(), updateTo: z.string() });

/** What a link says that it changes. Read, not verified: Better Auth verifies it; here it can only be refused earlier. */
export function emailChangeIn(token: unknown): z.infer<typeof EmailChangeSchema> | undefined {
  if (typeof token !== 'string') return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return EmailChangeSchema.safeParse(payload).data;
  } catch {
    return undefined;
  }
}
