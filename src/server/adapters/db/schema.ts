import { accounts, sessions, users, verifications } from './schema/auth.ts';
import { rateLimits } from './schema/limits.ts';
import { contactMessages, feedbackMessages } from './schema/support.ts';

/** The one place that knows every table: drizzle's typing and its migrations start here. */
export const schema = {
  accounts,
  contactMessages,
  feedbackMessages,
  rateLimits,
  sessions,
  users,
  verifications,
};
