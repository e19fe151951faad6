import type { AssuranceLevel } from '#contract/factors.ts';

/** The signed-in user of a request, proved by the access token and its session. Only features/auth/sessions creates one. */
export type Actor = Readonly<{
  userId: string;
  sessionId: string;
  email: string;
  level: AssuranceLevel;
  /** aal2 if the account has a verified second factor; it differs from `level` until the user passes it. */
  nextLevel: AssuranceLevel;
  /** When the user last proved their identity: at sign-in or by a later proof. */
  provedAt: Date;
}>;
