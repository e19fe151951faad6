import {
  accounts,
  factorChallenges,
  factors,
  recoveryCodes,
  sessions,
  signingKeys,
  users,
  verifications,
} from './schema/auth.ts';
import { billingAudit, billingCustomers, billingEvents } from './schema/billing.ts';
import { contactMessages, feedbackMessages, premiumInterests } from './schema/messages.ts';
import { plans, usageMonths } from './schema/plans.ts';
import { profiles } from './schema/profiles.ts';
import { rateLimits } from './schema/rate-limits.ts';
import { savedPrompts, transcriptionSummaries, transcriptionSummaryParts } from './schema/summaries.ts';
import {
  transcriptionChunks,
  transcriptions,
  transcriptionTallies,
  transcripts,
  transcriptWords,
} from './schema/transcriptions.ts';
import { uploads } from './schema/uploads.ts';

/** All tables, for drizzle's typing and its migrations. */
export const schema = {
  accounts,
  billingAudit,
  billingCustomers,
  billingEvents,
  contactMessages,
  factorChallenges,
  factors,
  feedbackMessages,
  plans,
  premiumInterests,
  profiles,
  rateLimits,
  recoveryCodes,
  savedPrompts,
  sessions,
  signingKeys,
  transcriptionChunks,
  transcriptions,
  transcriptionSummaries,
  transcriptionSummaryParts,
  transcriptionTallies,
  transcripts,
  transcriptWords,
  uploads,
  usageMonths,
  users,
  verifications,
};
