import { accounts, sessions, signingKeys, users, verifications } from './schema/auth.ts';
import { billingAudit, billingCustomers, billingEvents } from './schema/billing.ts';
import { factorChallenges, factors, recoveryCodes } from './schema/factors.ts';
import { rateLimits } from './schema/limits.ts';
import { plans } from './schema/plans.ts';
import { profiles } from './schema/profiles.ts';
import { savedPrompts, transcriptionSummaries, transcriptionSummaryParts } from './schema/summaries.ts';
import { contactMessages, feedbackMessages, premiumInterests } from './schema/support.ts';
import { transcriptWords } from './schema/transcript-words.ts';
import { transcriptionTallies } from './schema/transcription-tallies.ts';
import { transcriptionChunks, transcriptions, transcripts } from './schema/transcriptions.ts';
import { uploads } from './schema/uploads.ts';
import { usageMonths } from './schema/usage.ts';

/** The one place that knows every table: drizzle's typing and its migrations start here. */
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
