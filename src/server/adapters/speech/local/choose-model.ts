import type { Logger } from 'pino';
import { isRightAlready } from './fetch-model.ts';
import { missingDisk, missingMemory } from './missing-room.ts';
import { isVerified, modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { findLibraryFault } from './transducer/library-fault.ts';

type ChooseModel = Readonly<{
  dataDir: string;
  log: Logger;
  models: readonly LocalModel[];
  /** False if the operator named the model. */
  isDefault: boolean;
}>;

export type ChosenModel = Readonly<{
  model: LocalModel;
  /** Why another model than the configured one transcribes, or what the machine lacks for it. */
  notice?: string;
  /** Takes over if the file of a former model disappears. */
  fallback?: Readonly<{ model: LocalModel; notice: string }>;
}>;

/** Fast enough for any machine, and good enough for Portuguese. */
const fallbackName = 'whisper-small';

const isThere = (dataDir: string, model: LocalModel) => isVerified(modelPaths(dataDir, model));

/** True if the chosen model, or the one that it replaces, can transcribe without a download. */
export const canStart = ({ model }: ChosenModel, dataDir: string) =>
  isThere(dataDir, model) || (model.replaces !== undefined && isThere(dataDir, model.replaces));

/**
 * Marks a former model that a restore or an operator put there. Without the mark, recordings would wait for the new
 * model, and the good file would be deleted.
 */
async function markFormer({ replaces }: LocalModel, { dataDir, log }: ChooseModel) {
  if (replaces === undefined) return;
  try {
    for (const file of modelPaths(dataDir, replaces).files) await isRightAlready(file);
  } catch (error) {
    log.warn({ err: error, model: replaces.label }, 'the former speech model could not be checked');
  }
}

/** A machine that cannot load the library of the configured model gets a model that runs in whisper.cpp. */
async function chooseByLibrary(
  configured: LocalModel,
  { dataDir, log, models }: ChooseModel,
): Promise<ChosenModel> {
  if (configured.kind !== 'transducer') return { model: configured };
  const fault = await findLibraryFault();
  if (fault === undefined) return { model: configured };
  const fallback = models.find(({ name }) => name === fallbackName);
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

/** The next smaller model that runs here. Only Whisper has smaller ones, and it runs on every machine. */
async function findSmaller({ memoryBytes }: LocalModel, { models, dataDir }: ChooseModel) {
  const smaller = models
    .filter((each) => each.kind === 'whisper' && each.memoryBytes < memoryBytes)
    .sort((one, other) => other.memoryBytes - one.memoryBytes);
  for (const each of smaller)
    if (missingMemory(each) === undefined && (await missingDisk(each, dataDir)) === undefined) return each;
  return undefined;
}

/** Without this check the system kills the process of a large model at each recording. */
async function fitToMachine(chosen: ChosenModel, options: ChooseModel): Promise<ChosenModel> {
  const { dataDir, log, isDefault } = options;
  const { model } = chosen;
  const memory = missingMemory(model);
  // A model that is not there is fetched at the start, which itself says how much the disk of a named model lacks.
  const disk = isDefault && !canStart(chosen, dataDir) ? await missingDisk(model, dataDir) : undefined;
  const missing = memory ?? disk;
  if (missing === undefined) return chosen;
  const before = chosen.notice === undefined ? '' : `${chosen.notice}; `;
  const smaller = await findSmaller(model, options);
  if (!isDefault || smaller === undefined) {
    const advice =
      smaller === undefined ? 'no smaller model fits here' : `SPEECH_MODEL=local:${smaller.name} fits here`;
    const notice = `${before}${missing}, so recordings may fail: ${advice}`;
    log.warn({ model: model.name }, notice);
    return { ...chosen, notice };
  }
  const noticed = (each: LocalModel) => ({
    model: each,
    notice: `${before}${missing}: ${each.label} transcribes instead`,
  });
  const { replaces } = model;
  // It ran here before the update.
  const former = replaces !== undefined && isThere(dataDir, replaces) ? replaces : undefined;
  const instead = noticed(former ?? smaller);
  log.warn({ configured: model.name, model: instead.model.name }, instead.notice);
  return former === undefined ? instead : { ...instead, fallback: noticed(smaller) };
}

/** The configured model, or the one that this machine can run. */
export async function chooseModel(configured: LocalModel, options: ChooseModel): Promise<ChosenModel> {
  await markFormer(configured, options);
  return fitToMachine(await chooseByLibrary(configured, options), options);
}
