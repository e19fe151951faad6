import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { type ChosenModel, chooseModel } from '#server/adapters/speech/local/choose-model.ts';
import { findInFolder, folderOfUrl } from '#server/adapters/speech/local/copy-model.ts';
import { fetchModel } from '#server/adapters/speech/local/fetch-model.ts';
import { createFetchReport } from '#server/adapters/speech/local/fetch-report.ts';
import { isLocked } from '#server/adapters/speech/local/file-lock.ts';
import { seemsComplete } from '#server/adapters/speech/local/missing-room.ts';
import { ModelError, modelPaths, toDiskError } from '#server/adapters/speech/local/model-files.ts';
import { bytesOf, type FetchableModel, type LocalModel } from '#server/adapters/speech/local/models.ts';
import { removeModel } from '#server/adapters/speech/local/remove-model.ts';
import type { Config } from '#server/config/config.ts';
import { openStatusLine } from '#server/runtime/status-line.ts';
import { faultsOf, isAnythingThere, megabytes, stateOf, tableOf } from './model-state.ts';

type Context = Readonly<{
  /** The script changes to the project folder, but a person names a folder relative to their own. */
  calledFrom: string;
  config: Pick<Config, 'dataDir' | 'modelsUrl' | 'speech'>;
  /** Tests bring small ones. */
  models: readonly LocalModel[];
  /** The models that tell speakers apart. */
  speakers: FetchableModel;
}>;

const namesOf = (models: readonly FetchableModel[]) =>
  `The models are: ${models.map((each) => each.name).join(', ')}.`;

const usage = `usage: script/models list
       script/models fetch [--from FOLDER] [NAME]
       script/models remove NAME
       script/models check [NAME]`;

function findModel<Model extends FetchableModel>(name: string, models: readonly Model[]): Model {
  const model = models.find((each) => each.name === name.replace(/^local:/, ''));
  if (model === undefined) throw new Error(`There is no model "${name}". ${namesOf(models)}`);
  return model;
}

/** The model of the next start, which may be a smaller one than the configured one. */
async function chosenModel({ config, models }: Context): Promise<ChosenModel | undefined> {
  const { speech, dataDir } = config;
  if (speech.kind !== 'local' && speech.kind !== 'unset') return undefined;
  return chooseModel(findModel(speech.model, models), {
    dataDir,
    models,
    isDefault: speech.kind === 'unset',
    isWorker: true,
    // A list for root must leave no files of root.
    isLook: true,
    // The notice says it.
    log: pino({ level: 'silent' }),
  });
}

const allOf = ({ models, speakers }: Context): readonly FetchableModel[] => [...models, speakers];

async function namedOrChosen(name: string | undefined, context: Context): Promise<FetchableModel> {
  if (name !== undefined) return findModel(name, allOf(context));
  const chosen = await chosenModel(context);
  if (chosen === undefined)
    throw new Error(
      `SPEECH_MODEL chooses none of these models, so the command needs a name. ${namesOf(context.models)}`,
    );
  if (chosen.notice !== undefined) console.log(`${chosen.notice}.`);
  return chosen.model;
}

async function list(context: Context) {
  const { config } = context;
  const chosen = await chosenModel(context);
  const rows = allOf(context).map((model) => [
    `${model.name === chosen?.model.name ? '*' : ' '} ${model.name}`,
    `${megabytes(bytesOf(model))} MB`,
    `${megabytes(model.memoryBytes)} MB`,
    model.licence,
    stateOf(modelPaths(config.dataDir, model)),
  ]);
  console.log(tableOf([['  Name', 'Size', 'Memory', 'Licence', 'State'], ...rows]));
  if (chosen === undefined) console.log('\nSPEECH_MODEL chooses none of these models.');
  else {
    const { model, notice } = chosen;
    const isHere = seemsComplete(model, config.dataDir);
    const when = isHere ? '' : ` once script/models fetch ${model.name} has brought it`;
    console.log(`\n* transcribes on this machine${when}${notice === undefined ? '' : `: ${notice}`}.`);
  }
}

/** One line in motion in a terminal, and each tenth elsewhere. */
function openReport(model: FetchableModel) {
  const line = openStatusLine();
  const { end, ...report } = createFetchReport({
    model,
    log: {
      info: (_, text) => (line === undefined ? console.log(text) : undefined),
      warn: (_, text) => void (line?.output ?? process.stdout).write(`${text}\n`),
    },
    onProgress: (progress) => line?.show(progress?.text),
  });
  return { report, end };
}

/** A stopped fetch gives back its lock, so that a worker need not wait until the lock counts as abandoned. */
async function untilStopped<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { isCopy }: { isCopy: boolean },
): Promise<T> {
  const stop = new AbortController();
  const next = isCopy ? 'begins the copy of this file again' : 'continues';
  const onSignal = () => stop.abort(new Error(`Stopped. The next script/models fetch ${next}.`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onSignal);
  return work(stop.signal);
}

type Failed = Readonly<{ model: FetchableModel; models: readonly FetchableModel[]; modelsUrl: string }>;

/** A machine with more memory fetches a larger model than the one that this machine wants from the stick. */
async function nextStep({ kind }: ModelError, { model, models, modelsUrl }: Failed) {
  const folder = folderOfUrl(modelsUrl);
  if (kind === 'unreachable')
    return 'Without network, copy the model from a folder: script/models fetch --from FOLDER';
  if (kind !== 'not_in_folder' || folder === undefined || !existsSync(folder)) return undefined;
  const held: string[] = [];
  for (const each of models)
    await findInFolder(folder, { model: each }).then(
      () => held.push(each.name),
      () => undefined,
    );
  // The files are there, and cannot be read.
  if (held.includes(model.name)) return undefined;
  const holds = held.length === 0 ? 'no other model' : held.join(', ');
  return `It holds ${holds}. On the machine with network, run script/models fetch ${model.name}`;
}

async function fetchHere(
  model: FetchableModel,
  { dataDir, modelsUrl, models }: Pick<Config, 'dataDir' | 'modelsUrl'> & Pick<Failed, 'models'>,
) {
  const { folder, lock } = modelPaths(dataDir, model);
  const { report, end } = openReport(model);
  try {
    const isCopy = folderOfUrl(modelsUrl) !== undefined;
    await untilStopped(
      (signal) => {
        // After the handlers of the signals: the operator may read it and stop the command at once.
        if (isLocked(lock)) console.log('Another process fetches this model: waiting for its end.');
        return fetchModel({ dataDir, model, modelsUrl, signal, ...report });
      },
      { isCopy },
    );
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const step = await nextStep(error, { model, models, modelsUrl });
    throw step === undefined ? error : new Error(`${error.message}. ${step}`);
  } finally {
    end();
  }
  console.log(`${model.name} is complete in ${folder} (${model.credit}).`);
}

async function remove(
  model: FetchableModel & Pick<LocalModel, 'replaces'>,
  { dataDir }: Pick<Config, 'dataDir'>,
) {
  const all = [model, ...(model.replaces === undefined ? [] : [model.replaces])].map((each) =>
    modelPaths(dataDir, each),
  );
  const there = all.filter(isAnythingThere);
  for (const paths of there)
    if (!(await removeModel(paths)))
      throw new Error(`A running process fetches ${model.name} into ${paths.folder}, so its files stay.`);
  console.log(there.length === 0 ? `${model.name} is not here.` : `${model.name} is removed.`);
}

async function check(model: FetchableModel, { dataDir }: Pick<Config, 'dataDir'>) {
  const paths = modelPaths(dataDir, model);
  const next = `script/models fetch ${model.name} brings it.`;
  if (!isAnythingThere(paths)) throw new Error(`${model.name} is not in ${paths.folder}: ${next}`);
  const faults = await faultsOf(paths);
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${next}`);
  console.log(`${model.name} is complete, and each file has its known SHA-256.`);
}

/** Parses the arguments, and runs the command. */
async function runCommand(args: readonly string[], context: Context): Promise<void> {
  const [command, first, second, third, ...rest] = args;
  const { config, calledFrom } = context;
  const { dataDir } = config;
  const isFrom = command === 'fetch' && first === '--from';
  const name = isFrom ? third : first;
  const tooMany = (isFrom ? rest : [second, third, ...rest]).some((arg) => arg !== undefined);
  if (tooMany || name?.startsWith('-') || (isFrom && second === undefined)) throw new Error(usage);
  if (command === 'list' && name === undefined) return list(context);
  if (command === 'remove' && name !== undefined) return remove(findModel(name, allOf(context)), config);
  if (command !== 'fetch' && command !== 'check') throw new Error(usage);
  const model = await namedOrChosen(name, context);
  if (command === 'check') return check(model, config);
  const modelsUrl = isFrom ? pathToFileURL(resolve(calledFrom, second ?? '')).href : config.modelsUrl;
  return fetchHere(model, { dataDir, modelsUrl, models: allOf(context) });
}

/** Rejects with one sentence for the operator. */
export async function runModelsCommand(args: readonly string[], context: Context) {
  try {
    await runCommand(args, context);
  } catch (error) {
    throw toDiskError(error, `${context.config.dataDir}/models`) ?? error;
  }
}
