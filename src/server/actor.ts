import type { AssuranceLevel } from '#contract/factors.ts';

/** Who acts, as the access token and the session behind it prove. Only features/session makes one. */
export type Actor = Readonly<{
  userId: string;
  sessionId: string;
  email: string;
  level: AssuranceLevel;
  /** aal2 where a verified factor waits to be passed. */
  nextLevel: AssuranceLevel;
  /** When it was last shown who is there: by the sign-in, or by a proof after it. */
  provedAt: Date;
}>;
