import type { Logger } from 'pino';
import type { SandboxPart } from '#contract/installation.ts';
import { openAuth } from './adapters/auth/auth.ts';
import { openDatabase } from './adapters/db/database.ts';
import { isDatabaseFull, isDatabaseUnavailable } from './adapters/db/database-errors.ts';
import { migrate } from './adapters/db/migrate.ts';
import { noProgressNotifications, openProgressNotifications } from './adapters/db/notifications.ts';
import { openDictionary } from './adapters/dictionary/dictionary.ts';
import { openLanguageModel } from './adapters/language-model/open-language-model.ts';
import { openLeakedPasswords } from './adapters/leaked-passwords/leaked-passwords.ts';
import { openMailer } from './adapters/mail/mailer.ts';
import { openPayments } from './adapters/payments/open-payments.ts';
import { openQueue } from './adapters/queue/queue.ts';
import { openSealing } from './adapters/secrets/sealing.ts';
import { readOrCreateSecret } from './adapters/secrets/secret-file.ts';
import { recordLanguage, recordMailer, recordSpeech } from './adapters/services/record-calls.ts';
import { openServiceCalls } from './adapters/services/service-calls.ts';
import { openSms } from './adapters/sms/sms.ts';
import type { OnModelProgress } from './adapters/speech/local/fetch-report.ts';
import type { FetchableModel, LocalModel } from './adapters/speech/local/models.ts';
import { openSpeech } from './adapters/speech/open-speech.ts';
import { openSpeakers } from './adapters/speech/speakers/open-speakers.ts';
import { openDiskReserve } from './adapters/storage/disk-reserve.ts';
import { openStorage } from './adapters/storage/open-storage.ts';
import { openStorageHealth, waitForStorage } from './adapters/storage/storage-health.ts';
import { type Config, productionWarnings } from './config/config.ts';
import type { Deps } from './deps.ts';
import { openRefusalCounts } from './errors/refusal-counts.ts';
import { warnOfUnreadableSecrets } from './features/auth/second-factor/secret-rotation.ts';
import { sessionChannel } from './features/auth/sessions/session-guard.ts';
import { createAuthHooks } from './features/auth/sign-in/auth-hooks.ts';
import { partsOnSandbox } from './features/installation/on-sandbox.ts';
import { reportStart } from './features/installation/start-report.ts';
import { tryServices } from './features/installation/try-services.ts';
import { passModelProgress } from './features/transcriptions/run/pass-model-progress.ts';
import { progressChannel } from './features/transcriptions/run/transcription-status.ts';
import { startWorkFolderSweep } from './features/transcriptions/sweeps/sweep-work-folder.ts';
import { uploadLifetimeMs } from './features/uploads/begin-upload.ts';
import { listen, startMonitoringServer } from './http/server/listen.ts';
import { openWorkLog } from './jobs/work-log.ts';
import { checkDataFolder } from './runtime/check-data-folder.ts';
import { giveHeapHeadroom } from './runtime/garbage-collection.ts';
import { jobDefinitions, startWorker } from './worker/jobs.ts';

export type Running = Readonly<{
  deps: Deps;
  url: string | undefined;
  /** The parts that the sandbox replaces here. */
  sandboxParts: readonly SandboxPart[];
  close: () => Promise<void>;
}>;

export type StartOptions = {
  config: Config;
  log: Logger;
  now?: () => Date;
  /** Tests bring small ones. */
  speechModels?: readonly LocalModel[] | undefined;
  /** Instead of the default ones that tell speakers apart. */
  speakerModels?: FetchableModel | undefined;
  /** Shows the fetch of a speech model in a terminal. */
  onModelProgress?: OnModelProgress | undefined;
  /** Aborts the start; parts that are already open are closed. */
  signal?: AbortSignal | undefined;
};

/** Opens the parts in order and closes them in reverse. If one fails to open, the parts before it are closed. */
export async function start(options: StartOptions): Promise<Running> {
  const {
    config,
    log,
    now = () => new Date(),
    speechModels,
    speakerModels,
    onModelProgress,
    signal,
  } = options;
  giveHeapHeadroom();
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) {
      await closeOne().catch((error: unknown) => log.error({ err: error }, 'a component failed to close'));
    }
  };

  try {
    await checkDataFolder(config.dataDir);
    const database = await openDatabase({ config, log, applicationName: 'escriba', signal });
    opened.push(database.close);
    signal?.throwIfAborted();
    await migrate(database);
    signal?.throwIfAborted();

    const secret =
      config.sessionSecret ?? (await readOrCreateSecret({ dataDir: config.dataDir, name: 'session' }));
    const sealing = openSealing(secret, config.sessionSecretsBefore);
    const queue = await openQueue({ url: database.url, log, definitions: jobDefinitions, sealing });
    opened.push(queue.close);
    const serviceCalls = openServiceCalls({ log });
    const mailer = recordMailer(openMailer(config), serviceCalls);
    opened.push(mailer.close);

    const diskReserve = openDiskReserve({
      folders: [config.dataDir, ...(config.storage.kind === 'file' ? [config.storage.folder] : [])],
      reserveBytes: config.uploads.diskReserveBytes,
      log,
    });
    const {
      storage,
      uploads,
      close: closeStorage,
    } = await openStorage({
      setting: config.storage,
      dataDir: config.dataDir,
      uploadLifetimeMs,
      beforeWrite: diskReserve.take,
      beforeFetch: diskReserve.requireForWork,
    });
    opened.push(closeStorage);
    await waitForStorage({ storage, setting: config.storage, log, signal });
    const modelProgress = passModelProgress({ db: database.db, log });
    opened.push(modelProgress.close);
    const openedSpeech = await openSpeech({
      config,
      log,
      models: speechModels,
      onModelProgress(progress) {
        modelProgress.onProgress(progress?.isArriving === true ? progress : undefined);
        onModelProgress?.(progress);
      },
    });
    opened.push(openedSpeech.close);
    const speech = recordSpeech(openedSpeech, serviceCalls);
    const speakers = config.roles.includes('worker')
      ? await openSpeakers({ config, log, model: speakerModels })
      : undefined;
    if (speakers !== undefined) opened.push(speakers.close);
    const progress = config.roles.includes('web')
      ? await openProgressNotifications({
          url: database.url,
          channels: [progressChannel, sessionChannel],
          log,
        })
      : noProgressNotifications;
    opened.push(progress.close);
    const dictionary = openDictionary({ log });
    opened.push(dictionary.close);

    const { db } = database;
    const hooks = createAuthHooks({ db, queue, sealing });
    const auth = openAuth({ config, db, log, secret, sealing, now, hooks });

    const language = await openLanguageModel(config.language);

    const deps: Deps = {
      config,
      db,
      databaseHealth: {
        ping: database.ping,
        poolCounts: database.poolCounts,
        isUnavailable: isDatabaseUnavailable,
        isFull: isDatabaseFull,
      },
      auth,
      queue,
      mailer,
      leakedPasswords: openLeakedPasswords({ url: config.leakedPasswordsUrl, log }),
      sealing,
      sms: openSms(config.sms),
      payments: openPayments(config.payments),
      storage,
      storageHealth: openStorageHealth(storage),
      diskReserve,
      uploads,
      speech,
      speakers,
      language: language && recordLanguage(language, serviceCalls),
      dictionary,
      progress,
      serviceCalls,
      refusals: openRefusalCounts(),
      log,
      workLog: openWorkLog(log),
      now,
    };
    for (const warning of productionWarnings(config)) log.warn(warning);
    for (const name of config.unknownVariables)
      log.warn(
        `${name} is no setting of Escriba: it has no effect. docs/configuration.md lists all settings`,
      );
    reportStart(deps);
    if (config.roles.includes('worker')) {
      const trying = tryServices(deps);
      opened.push(async () => trying.close());
    }
    // In the background: it reads every sealed row and must not delay the start.
    const secretCheck = warnOfUnreadableSecrets(deps).catch((error: unknown) =>
      log.warn({ err: error }, 'sealed rows could not be checked'),
    );
    opened.push(() => secretCheck);
    const sweeping = await startWorkFolderSweep(deps);
    opened.push(async () => sweeping.close());
    if (config.roles.includes('worker')) opened.push((await startWorker(deps)).close);
    const sandboxParts = partsOnSandbox(deps);
    if (!config.roles.includes('web')) {
      const watched = await startMonitoringServer(deps);
      if (watched !== undefined) opened.push(watched.close);
      return { deps, url: undefined, sandboxParts, close };
    }
    const web = await listen(deps);
    opened.push(web.close);
    return { deps, url: web.url, sandboxParts, close };
  } catch (error) {
    await close();
    // An error after the abort is caused by the abort: throw the signal's own reason.
    signal?.throwIfAborted();
    throw error;
  }
}
