import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type SpeechEngine, sandboxEngineName } from './engine.ts';
import { findInFolder, folderOfUrl } from './local/copy-model.ts';
import type { OnModelProgress } from './local/fetch-report.ts';
import { type LocalModel, localModels, modelUrls } from './local/models.ts';

const lookTimeoutMs = 3_000;

type Options = {
  config: Config;
  log: Logger;
  /** Tests bring small ones. */
  models?: readonly LocalModel[] | undefined;
  onModelProgress?: OnModelProgress | undefined;
};

/** Checks only that the server answers, or that the folder has the files. The worker brings the model itself. */
async function isReachable(model: LocalModel, modelsUrl: string): Promise<boolean> {
  const folder = folderOfUrl(modelsUrl);
  const url = modelUrls(model, modelsUrl)[0] ?? '';
  try {
    if (folder !== undefined) await findInFolder(folder, { model });
    else await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(lookTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}

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
  const { canStart, chooseModel } = await import('./local/choose-model.ts');
  const { openChosen } = await import('./local/open-local.ts');
  const { dataDir, modelsUrl, speechVariant: variant } = config;
  const isWorker = config.roles.includes('worker');
  const options = { dataDir, log, modelsUrl, variant, models, isWorker, onProgress };
  const chosen = await chooseModel(configured, { dataDir, log, models, isDefault });
  return {
    isReachable: () => isReachable(chosen.model, modelsUrl),
    canStart: canStart(chosen, dataDir),
    open: () => openChosen(chosen, options),
  };
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

/** On the health page and in the log, where an operator looks when the texts are not what was said. */
const noModelNotice =
  'no speech model is installed, and the sandbox writes test texts: run script/models fetch, or without a network script/models fetch --from FOLDER, then start again';

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

async function openUsual(options: Options, name: string): Promise<SpeechEngine> {
  const { config, log } = options;
  const local = await findLocal(options, name, { isDefault: true });
  const mayUseSandbox = config.sandbox.parts.includes('speech');
  if (!mayUseSandbox || local.canStart || (await local.isReachable())) return local.open();
  log.warn({ model: name }, `the server of the speech model is unreachable: ${noModelNotice}`);
  return { ...(await openSandbox(options)), notice: noModelNotice };
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
