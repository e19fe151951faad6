import { accounts, sessions, users, verifications } from './schema/auth.ts';
import { rateLimits } from './schema/limits.ts';
import { contactMessages } from './schema/support.ts';

/** The one place that knows every table: drizzle's typing and its migrations start here. */
export const schema = { accounts, contactMessages, rateLimits, sessions, users, verifications };
