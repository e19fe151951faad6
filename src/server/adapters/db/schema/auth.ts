import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AssuranceLevel, FactorType } from '#contract/factors.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const madeAt = () => moment('created_at').notNull().defaultNow();
const changedAt = () => moment('updated_at').notNull().defaultNow();

/** Better Auth's tables. Better Auth names the fields, we name the columns. */
export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** The sign-up answers, until the first sign-in copies them to the profile. */
  occupation: text('occupation'),
  useCase: text('use_case'),
  howFound: text('how_found'),
  createdAt: madeAt(),
  updatedAt: changedAt(),
});

const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    token: text('token').notNull().unique(),
    userId: ownerId(),
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** aal2 once the owner has passed a second factor in this session. */
    aal: text('aal').$type<AssuranceLevel>().notNull().default('aal1'),
    /** The last re-authentication after the sign-in, or null. */
    provedAt: moment('proved_at'),
    createdAt: madeAt(),
    updatedAt: changedAt(),
  },
  (table) => [index('sessions_user_id').on(table.userId), index('sessions_expires_at').on(table.expiresAt)],
);

/** Codes mailed to the owner of a session, so that accounts without a password can re-authenticate. */
export const proofCodes = pgTable('proof_codes', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull(),
  wrongCodes: integer('wrong_codes').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
});

export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownerId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: madeAt(),
    updatedAt: changedAt(),
  },
  (table) => [index('accounts_user_id').on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: madeAt(),
    updatedAt: changedAt(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expires_at').on(table.expiresAt),
  ],
);

/** The keys that sign access tokens. An old key stays published until its last token has expired. */
export const signingKeys = pgTable('signing_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  publicKey: text('public_key').notNull(),
  /** Sealed with SESSION_SECRET. */
  privateKey: text('private_key').notNull(),
  /** Identifies that secret: after a change, keys sealed with the old one are ignored. */
  sealedBy: text('sealed_by').notNull().default(''),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: madeAt(),
  expiresAt: moment('expires_at'),
});

export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    factorType: text('factor_type').$type<FactorType>().notNull(),
    friendlyName: text('friendly_name').notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull().default('unverified'),
    /** The TOTP secret or the phone number, sealed so that a leaked copy of the table is useless. */
    sealed: text('sealed').notNull(),
    /** The last time step whose code was used, so that a code works only once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('factors_user_id_friendly_name').on(table.userId, table.friendlyName)],
);

export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
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
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('factor_challenges_factor_id').on(table.factorId),
    index('factor_challenges_expires_at').on(table.expiresAt),
  ],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('recovery_codes_user_id_code_hash').on(table.userId, table.codeHash)],
);
