import type { Logger } from 'pino';
import type { SpeechVariant } from '../../../config/speech.ts';
import type { SpeechEngine } from '../engine.ts';
import { isRightAlready } from './fetch-model.ts';
import type { OnModelProgress } from './fetch-report.ts';
import { keepFormer } from './keep-former.ts';
import { createLocalEngine } from './local-engine.ts';
import { isVerified, modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { createReplacingEngine } from './replace-model.ts';
import { withSecondEngine } from './second-engine.ts';
import { findLibraryFault } from './transducer/library-fault.ts';

export type OpenLocal = Readonly<{
  dataDir: string;
  log: Logger;
  modelsUrl: string | undefined;
  variant: SpeechVariant;
  /** The models by name. */
  find: (name: string) => LocalModel | undefined;
  isWorker: boolean;
  onProgress?: OnModelProgress | undefined;
}>;

export type ChosenModel = Readonly<{
  model: LocalModel;
  /** Why another model than the configured one transcribes. */
  notice?: string;
  /** Takes over if the file of a former model disappears. */
  fallback?: Readonly<{ model: LocalModel; notice: string }>;
}>;

/** Fast enough for any machine, and good enough for Portuguese. */
const fallbackName = 'whisper-small';

const isThere = (dataDir: string, model: LocalModel) => isVerified(modelPaths(dataDir, model));

/**
 * Marks a former model that a restore or an operator put there. Without the mark, recordings would wait for the new
 * model, and the good file would be deleted.
 */
async function markFormer({ replaces }: LocalModel, { dataDir, log }: OpenLocal) {
  if (replaces === undefined) return;
  try {
    for (const file of modelPaths(dataDir, replaces).files) await isRightAlready(file);
  } catch (error) {
    log.warn({ err: error, model: replaces.label }, 'the former speech model could not be checked');
  }
}

/** A machine that cannot load the library of the configured model gets a model that runs in whisper.cpp. */
export async function chooseModel(configured: LocalModel, options: OpenLocal): Promise<ChosenModel> {
  const { dataDir, log, find } = options;
  await markFormer(configured, options);
  if (configured.kind !== 'transducer') return { model: configured };
  const fault = await findLibraryFault();
  if (fault === undefined) return { model: configured };
  const fallback = find(fallbackName);
  if (fallback === undefined) throw new Error(`${configured.label} cannot run here: ${fault.reason}`);
  const { replaces } = configured;
  const model = replaces !== undefined && isThere(dataDir, replaces) ? replaces : fallback;
  const noticed = (each: LocalModel) => ({
    model: each,
    notice: `${fault.reason}: ${each.label} transcribes instead`,
  });
  const chosen = noticed(model);
  log.warn({ configured: configured.name, model: model.name, detail: fault.detail }, chosen.notice);
  return model === fallback ? chosen : { ...chosen, fallback: noticed(fallback) };
}

/** True if the chosen model, or the one that it replaces, can transcribe without a download. */
export const canStart = ({ model }: ChosenModel, dataDir: string) =>
  isThere(dataDir, model) || (model.replaces !== undefined && isThere(dataDir, model.replaces));

function openModel(
  model: LocalModel,
  { dataDir, log, modelsUrl, variant, onProgress }: OpenLocal,
): SpeechEngine {
  const next = createLocalEngine({ dataDir, model, log, modelsUrl, variant, onProgress });
  if (model.replaces === undefined) return next;
  return createReplacingEngine({
    next,
    former: createLocalEngine({ dataDir, model: model.replaces, log, variant }),
    formerPaths: modelPaths(dataDir, model.replaces),
    log,
  });
}

export function openChosen({ model, notice, fallback }: ChosenModel, options: OpenLocal): SpeechEngine {
  if (notice !== undefined && fallback !== undefined) {
    const open = (each: LocalModel) => createLocalEngine({ ...options, model: each });
    return keepFormer({
      former: { engine: open(model), notice },
      fallback: { engine: open(fallback.model), notice: fallback.notice },
    });
  }
  const opened = openModel(model, options);
  // Now, because the first recording would wait for hundreds of megabytes. The log has the reason of a failure.
  if (options.isWorker) void opened.prepare().catch(() => undefined);
  const engine = model.kind === 'transducer' ? withSecondEngine(opened, options) : opened;
  return notice === undefined ? engine : { ...engine, notice };
}
