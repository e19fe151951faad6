import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { FactorType } from '#contract/factors.ts';
import { sessions, users } from './auth.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const factors = pgTable(
  'factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    factorType: text('factor_type').$type<FactorType>().notNull(),
    friendlyName: text('friendly_name').notNull(),
    status: text('status').$type<'unverified' | 'verified'>().notNull().default('unverified'),
    /** The TOTP secret or the phone number, sealed: whoever reads a copy of the table can use neither. */
    sealed: text('sealed').notNull(),
    /** The last time step whose code was used: the same code opens nothing twice. */
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
    /** Only the session that asked may answer. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** For a phone: the hash of the code that was sent. */
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
