import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { missingMemory } from '../local/missing-room.ts';
import { type FetchableModel, localModels } from '../local/models.ts';
import { findLibraryFault } from '../local/transducer/library-fault.ts';
import { ModelFolderError } from '../local/transducer/model-folder.ts';
import { fetchedSpeakers } from './fetched-speakers.ts';
import { openSpeakerFolder } from './open-folder.ts';
import type { SpeakerFinder } from './speaker-finder.ts';
import { isFetchedByDefault, speakerFolder } from './speaker-folder.ts';
import { speakerModels } from './speaker-models.ts';

type OpenSpeakers = Readonly<{
  config: Pick<Config, 'speakerModels' | 'dataDir' | 'speech' | 'modelsUrl'>;
  log: Logger;
  /** Tests bring small ones. */
  model?: FetchableModel | undefined;
}>;

/** The process of the speech model may still be there when the voices of its recording are searched. */
function memoryOfSpeech({ speech }: OpenSpeakers['config']): number {
  if (speech.kind !== 'local' && speech.kind !== 'unset') return 0;
  return localModels.find(({ name }) => name === speech.model)?.memoryBytes ?? 0;
}

/** Undefined if the machine cannot run the models: a text without voices is better than no text. */
function openFetched({ config, log, model = speakerModels }: OpenSpeakers): SpeakerFinder | undefined {
  const missing = missingMemory(model, memoryOfSpeech(config));
  if (missing !== undefined) {
    log.warn(`${missing.reason}: texts get no voices`);
    return undefined;
  }
  const speakers = fetchedSpeakers({ dataDir: config.dataDir, model, modelsUrl: config.modelsUrl, log });
  speakers.prepare();
  return speakers;
}

/**
 * The models of the operator's folder, or the default ones. Undefined if this installation has none. A named folder with
 * a fault is an error in the log, because a text without voices is better than no text.
 */
export async function openSpeakers(options: OpenSpeakers): Promise<SpeakerFinder | undefined> {
  const { config, log } = options;
  const folder = speakerFolder(config);
  if (folder === undefined && !isFetchedByDefault(config)) return undefined;
  const libraryFault = await findLibraryFault();
  try {
    if (libraryFault !== undefined) throw new ModelFolderError(libraryFault.reason);
    return folder === undefined ? openFetched(options) : await openSpeakerFolder({ folder, log });
  } catch (error) {
    log.error({ err: error }, 'the speaker models are not available: texts get no voices');
    return undefined;
  }
}
