import type { Logger } from 'pino';
import { isRightAlready } from './fetch-model.ts';
import { missingDisk, missingMemory, seemsComplete } from './missing-room.ts';
import { type FetchFault, modelPaths, type Obstacle } from './model-files.ts';
import type { LocalModel } from './models.ts';
import type { FindSourceFault } from './source-fault.ts';
import { findLibraryFault } from './transducer/library-fault.ts';

type ChooseModel = Readonly<{
  dataDir: string;
  log: Logger;
  models: readonly LocalModel[];
  /** False if the operator named the model. */
  isDefault: boolean;
  /** Only a worker keeps models on its disk. A web process has another disk, and would name another model. */
  isWorker: boolean;
  /** Given only if the sandbox may answer. Otherwise the choice needs no network, and recordings wait for the model. */
  findSourceFault?: FindSourceFault | undefined;
  /** Takes a file of the right size for the right one, and writes no mark. */
  isLook?: boolean;
}>;

export type ChosenModel = Readonly<{
  model: LocalModel;
  /** Why another model than the configured one transcribes, or what the machine lacks for it. */
  notice?: string;
  /** Takes over if the file of a former model disappears. */
  fallback?: Readonly<{ model: LocalModel; notice: string }>;
  /** No model is there, and none can be fetched: the sandbox answers. */
  lacks?: FetchFault;
}>;

type Check = (model: LocalModel) => Promise<boolean>;

async function firstOf(models: readonly LocalModel[], check: Check) {
  for (const model of models) if (await check(model)) return model;
  return undefined;
}

/**
 * Hashes files without a mark, which a restore or an operator put there. Otherwise the product would fetch them again,
 * or take the sandbox.
 */
async function hasFiles(model: LocalModel, { dataDir, log, isLook = false }: ChooseModel): Promise<boolean> {
  if (isLook) return seemsComplete(model, dataDir);
  try {
    let isThere = true;
    for (const file of modelPaths(dataDir, model).files) isThere = (await isRightAlready(file)) && isThere;
    return isThere;
  } catch (error) {
    log.warn({ err: error, model: model.label }, 'a speech model that is there could not be checked');
    return false;
  }
}

function openChecks(options: ChooseModel) {
  const { dataDir, isWorker, findSourceFault } = options;
  const missingRoom = async (model: LocalModel) => (isWorker ? missingDisk(model, dataDir) : undefined);
  return {
    isThere: (model: LocalModel) => hasFiles(model, options),
    missingRoom,
    fetchFault: async (model: LocalModel) => (await missingRoom(model)) ?? (await findSourceFault?.(model)),
  };
}

/** Says why the configured model cannot serve. */
async function obstacleOf(
  configured: LocalModel,
  options: ChooseModel,
  hasFormer: boolean,
): Promise<Obstacle | undefined> {
  const { isThere, fetchFault } = openChecks(options);
  const library = configured.kind === 'transducer' ? await findLibraryFault() : undefined;
  // A named model stays, because the operator may know better. One that is there ran here before.
  if (library !== undefined || !options.isDefault || (await isThere(configured))) return library;
  // The former model serves while this one is fetched.
  return missingMemory(configured) ?? (hasFormer ? undefined : await fetchFault(configured));
}

/** Without this notice the system kills the process of a large model at each recording, and the log says no reason. */
async function keepConfigured(
  configured: LocalModel,
  smaller: readonly LocalModel[],
  { missingRoom }: ReturnType<typeof openChecks>,
): Promise<ChosenModel> {
  const missing = missingMemory(configured);
  if (missing === undefined) return { model: configured };
  const fitting = await firstOf(smaller, async (each) => (await missingRoom(each)) === undefined);
  const advice =
    fitting === undefined ? 'no smaller model fits here' : `SPEECH_MODEL=local:${fitting.name} fits here`;
  return { model: configured, notice: `${missing.reason}, so recordings may fail: ${advice}` };
}

/**
 * The first rule that applies decides:
 * 1. the configured model, if an operator named it, it is there, or it fits and can be fetched,
 * 2. the former model that is there, because it ran here before the update,
 * 3. the largest Whisper that is there and fits,
 * 4. the largest Whisper that fits, is no larger than the configured model, and can be fetched,
 * 5. the smallest Whisper that is there, although its recordings may fail,
 * 6. the smallest Whisper, although its recordings may fail,
 * 7. the sandbox, if it may answer and nothing can be fetched.
 */
async function choose(
  configured: LocalModel,
  options: ChooseModel,
): Promise<ChosenModel & { detail?: string | undefined }> {
  const checks = openChecks(options);
  const { isThere, fetchFault } = checks;
  const whispers = options.models
    .filter((each) => each.kind === 'whisper' && each !== configured)
    .sort((one, other) => other.memoryBytes - one.memoryBytes);
  const fitting = whispers.filter((each) => missingMemory(each) === undefined);
  const smaller = fitting.filter((each) => each.memoryBytes <= configured.memoryBytes);
  const { replaces } = configured;
  const former = replaces !== undefined && (await isThere(replaces)) ? replaces : undefined;

  const obstacle = await obstacleOf(configured, options, former !== undefined);
  if (obstacle === undefined) return keepConfigured(configured, smaller, checks);
  const { reason, detail } = obstacle;
  const instead = (model: LocalModel, lack = missingMemory(model)) => {
    const risk = lack === undefined || model === former ? '' : `; ${lack.reason}, so recordings may fail`;
    return { model, notice: `${reason}${risk}: ${model.label} transcribes instead`, detail };
  };
  const other =
    (await firstOf(fitting, isThere)) ??
    (await firstOf(smaller, async (each) => (await fetchFault(each)) === undefined)) ??
    (await firstOf(whispers.toReversed(), isThere));
  const smallest = whispers.at(-1) ?? configured;
  if (former !== undefined) return { ...instead(former), fallback: instead(other ?? smallest) };
  if (other !== undefined) return instead(other);

  const lacks = await fetchFault(smallest);
  if (lacks === undefined || options.findSourceFault === undefined)
    return instead(smallest, missingMemory(smallest) ?? lacks);
  const reasons = new Set([reason, lacks.reason]);
  return { model: smallest, notice: [...reasons].join('; '), lacks };
}

/** The configured model, or the one that this machine can run or fetch. */
export async function chooseModel(configured: LocalModel, options: ChooseModel): Promise<ChosenModel> {
  const { detail, ...chosen } = await choose(configured, options);
  const { model, notice, lacks } = chosen;
  if (notice !== undefined && lacks === undefined)
    options.log.warn({ configured: configured.name, model: model.name, detail }, notice);
  return chosen;
}
