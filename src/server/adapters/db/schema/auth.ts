import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AssuranceLevel, FactorType } from '#contract/factors.ts';
import { createdAt, id, timestamptz, updatedAt } from './columns.ts';

/** Better Auth's tables. Better Auth defines the names of the fields, and we choose those of the columns. */
export const users = pgTable('users', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** The answers of the sign-up form, until the first sign-in copies them to the profile. */
  occupation: text('occupation'),
  useCase: text('use_case'),
  howFound: text('how_found'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** The user to whom a row belongs. The row is deleted with its user. */
export const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    token: text('token').notNull().unique(),
    userId: ownerId(),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** aal2 once the user has passed a second factor in this session. */
    aal: text('aal').$type<AssuranceLevel>().notNull().default('aal1'),
    /** The last re-authentication after the sign-in, or null. */
    provedAt: timestamptz('proved_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

/** Codes mailed to the user of a session, so that accounts without a password can re-authenticate. */
export const proofCodes = pgTable('proof_codes', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownerId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('accounts_user_id').on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expires_at').on(table.expiresAt),
  ],
);

/** The keys that sign access tokens. An old key stays published until its last token has expired. */
export const signingKeys = pgTable('signing_keys', {
  id: id(),
  publicKey: text('public_key').notNull(),
  /** Sealed with SESSION_SECRET. */
  privateKey: text('private_key').notNull(),
  /** Identifies that secret: after a change, keys sealed with the old one are ignored. */
  sealedBy: text('sealed_by').notNull().default(''),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: timestamptz('expires_at'),
});

export const factors = pgTable(
  'factors',
  {
    id: id(),
    userId: ownerId(),
    factorType: text('factor_type').$type<FactorType>().notNull(),
    friendlyName: text('friendly_name').notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull().default('unverified'),
    /** The TOTP secret or the phone number, sealed so that a leaked copy of the table is useless. */
    sealed: text('sealed').notNull(),
    /** The last time step whose code was used, so that a code works only once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('factors_user_id_friendly_name').on(table.userId, table.friendlyName)],
);

export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: id(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => factors.id, { onDelete: 'cascade' }),
    /** Only the session that requested the challenge may answer it. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** For a phone: the hash of the sent code. */
    codeHash: text('code_hash'),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('factor_challenges_factor_id').on(table.factorId),
    index('factor_challenges_expires_at').on(table.expiresAt),
  ],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: ownerId(),
    codeHash: text('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('recovery_codes_user_id_code_hash').on(table.userId, table.codeHash)],
);

/**
 * Hits in the current window of a rate limit. The migration makes the table UNLOGGED, which drizzle cannot
 * express. Every limited request writes here, and a crash only resets the windows.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    windowStartedAt: timestamptz('window_started_at').notNull(),
    hits: integer('hits').notNull(),
  },
  /** For the sweep of expired windows. */
  (table) => [index('rate_limits_window_started_at').on(table.windowStartedAt)],
);
