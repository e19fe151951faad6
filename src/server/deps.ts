import type { Logger } from 'pino';
import type { Auth } from './adapters/auth/auth.ts';
import type { Database, PoolCounts } from './adapters/db/database.ts';
import type { ProgressNotifications } from './adapters/db/notifications.ts';
import type { Dictionary } from './adapters/dictionary/dictionary.ts';
import type { LanguageModel } from './adapters/language-model/language-model.ts';
import type { LeakedPasswords } from './adapters/leaked-passwords/leaked-passwords.ts';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Payments } from './adapters/payments/payments.ts';
import type { Queue } from './adapters/queue/queue.ts';
import type { Sealing } from './adapters/secrets/sealing.ts';
import type { ServiceCalls } from './adapters/services/service-calls.ts';
import type { Sms } from './adapters/sms/sms.ts';
import type { SpeechEngine } from './adapters/speech/engine.ts';
import type { SpeakerFinder } from './adapters/speech/speakers/speaker-finder.ts';
import type { DiskReserve } from './adapters/storage/disk-reserve.ts';
import type { Storage } from './adapters/storage/storage.ts';
import type { StorageHealth } from './adapters/storage/storage-health.ts';
import type { UploadStore } from './adapters/tus/tus-server.ts';
import type { Config } from './config/config.ts';
import type { RefusalCounts } from './errors/refusal-counts.ts';
import type { WorkLog } from './jobs/work-log.ts';

/** Every dependency of the features. Tests, the web process and the worker build it the same way. */
export type Deps = Readonly<{
  config: Config;
  db: Database;
  databaseHealth: Readonly<{
    ping: () => Promise<void>;
    poolCounts: () => PoolCounts;
    /** True for errors that pass when the database is back: the server answers 503 and clients may retry. */
    isUnavailable: (error: unknown) => boolean;
    /** True if the database's disk is full. */
    isFull: (error: unknown) => boolean;
  }>;
  auth: Auth;
  queue: Queue;
  mailer: Mailer;
  leakedPasswords: LeakedPasswords;
  sealing: Sealing;
  /** Undefined if no SMS service is configured. */
  sms: Sms | undefined;
  /** Undefined if this installation takes no payments. */
  payments: Payments | undefined;
  storage: Storage;
  storageHealth: StorageHealth;
  /** Free space on the disks of this machine. */
  diskReserve: DiskReserve;
  /** The same storage as the tus library's data store. */
  uploads: UploadStore;
  speech: SpeechEngine;
  /** Undefined if this worker has no speaker models, and in a process without a worker. */
  speakers: SpeakerFinder | undefined;
  /** Undefined if no model for summaries is configured. */
  language: LanguageModel | undefined;
  /** The Portuguese dictionary, to tell unfamiliar words. */
  dictionary: Dictionary;
  /** Wakes the event streams of this process. */
  progress: ProgressNotifications;
  /** How the calls to speech engine, language model and mail server ended. */
  serviceCalls: ServiceCalls;
  /** Requests that a limit refused. */
  refusals: RefusalCounts;
  log: Logger;
  /** Logs and counts recordings, summaries, mails and searches for voices. */
  workLog: WorkLog;
  /** The clock; tests replace it. */
  now: () => Date;
}>;
