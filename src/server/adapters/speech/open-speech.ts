import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { type SpeechEngine, sandboxEngineName } from './engine.ts';
import type { OnModelProgress } from './local/fetch-report.ts';
import { type FetchFault, isVerified, modelPaths } from './local/model-files.ts';
import { type LocalModel, localModels } from './local/models.ts';

type Options = {
  config: Config;
  log: Logger;
  /** Tests bring small ones. */
  models?: readonly LocalModel[] | undefined;
  onModelProgress?: OnModelProgress | undefined;
};

/** Loads only the selected kind of engine, because the SDKs of the cloud engines take about 30 MB. */
async function findLocal(
  { config, log, models = localModels, onModelProgress: onProgress }: Options,
  name: string,
  { isDefault }: { isDefault: boolean },
) {
  const configured = models.find((model) => model.name === name);
  if (configured === undefined) {
    const known = models.map((each) => each.name).join(', ');
    throw new Error(
      `SPEECH_MODEL: unknown local model "${name}". Known models: ${known}. A folder begins with / or ./.`,
    );
  }
  const { chooseModel } = await import('./local/choose-model.ts');
  const { openChosen } = await import('./local/open-local.ts');
  const { openSourceCheck } = await import('./local/source-fault.ts');
  const { dataDir, modelsUrl, speechVariant: variant, sandbox } = config;
  const mayUseSandbox = isDefault && sandbox.parts.includes('speech');
  const findSourceFault = mayUseSandbox ? openSourceCheck({ dataDir, modelsUrl }) : undefined;
  const isWorker = config.roles.includes('worker');
  const chosen = await chooseModel(configured, {
    dataDir,
    log,
    models,
    isDefault,
    isWorker,
    findSourceFault,
  });
  const options = { dataDir, log, modelsUrl, variant, models, isWorker, onProgress };
  return { chosen, open: () => openChosen(chosen, options) };
}

async function openFolder(
  { config, log, models = localModels }: Options,
  folder: string,
): Promise<SpeechEngine> {
  const { findLibraryFault } = await import('./local/transducer/library-fault.ts');
  const { openFolderEngine } = await import('./local/transducer/folder-engine.ts');
  const { withSecondEngine } = await import('./local/second-engine.ts');
  const opened = openFolderEngine({ folder, log, libraryFault: await findLibraryFault() });
  const engine = withSecondEngine(opened, {
    dataDir: config.dataDir,
    log,
    variant: config.speechVariant,
    models,
  });
  // The log and the health page of the process that needs the folder name a fault before the first recording.
  if (config.roles.includes('worker')) await engine.prepare().catch(() => undefined);
  return engine;
}

async function openSandbox({ config }: Options): Promise<SpeechEngine> {
  const { openCloudEngine } = await import('./cloud/cloud-engine.ts');
  const engine = openCloudEngine({
    vendor: 'openai',
    model: 'sandbox-speech',
    apiKey: 'sandbox',
    baseUrl: `http://127.0.0.1:${config.sandbox.httpPort}/speech/v1`,
    label: 'Motor de teste, que ouve fala e tons, não palavras',
  });
  return { ...engine, name: sandboxEngineName };
}

/** On the health page and in the log, where an operator looks when the texts are not what was said. */
const noModelNotice = (reason: string) =>
  `no speech model is installed (${reason}), and the sandbox writes test texts: run script/models fetch, or without a network script/models fetch --from FOLDER, then start again`;
const installedNotice =
  'a speech model is installed now, and the sandbox writes test texts until the next start: start Escriba again';

/** The sandbox in place of a model. An operator may install one meanwhile, which serves from the next start. */
async function openStandIn(options: Options, { kind, detail }: FetchFault, reason: string) {
  const { config, log, models = localModels } = options;
  const all = models.flatMap((model) => (model.replaces === undefined ? [model] : [model, model.replaces]));
  const isInstalled = () => all.some((model) => isVerified(modelPaths(config.dataDir, model)));
  const engine: SpeechEngine = {
    ...(await openSandbox(options)),
    get notice() {
      return isInstalled() ? installedNotice : noModelNotice(reason);
    },
    get modelLack() {
      return isInstalled() ? 'installed' : kind;
    },
  };
  log.warn({ detail }, engine.notice);
  return engine;
}

async function openUsual(options: Options, name: string): Promise<SpeechEngine> {
  const { chosen, open } = await findLocal(options, name, { isDefault: true });
  const { lacks, notice = '' } = chosen;
  return lacks === undefined ? open() : openStandIn(options, lacks, notice);
}

/** Opens the configured engine of this process. */
export async function openSpeech(options: Options): Promise<SpeechEngine> {
  const { speech, speechParallel, speechTimeoutMs } = options.config;
  switch (speech.kind) {
    case 'cloud': {
      const { openCloudEngine } = await import('./cloud/cloud-engine.ts');
      const { openVoiceProcess } = await import('./local/voice-activity/voice-search.ts');
      const voice = openVoiceProcess({ log: options.log });
      return openCloudEngine({ ...speech, voice, parallel: speechParallel, timeLimitMs: speechTimeoutMs });
    }
    case 'local':
      return (await findLocal(options, speech.model, { isDefault: false })).open();
    case 'folder':
      return openFolder(options, speech.folder);
    case 'sandbox':
      return openSandbox(options);
    case 'unset':
      return openUsual(options, speech.model);
  }
}
