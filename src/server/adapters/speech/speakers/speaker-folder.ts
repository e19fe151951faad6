import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { isVerified, modelPaths } from '../local/model-files.ts';
import type { SpeakerFinder } from './speaker-finder.ts';
import { speakerModels } from './speaker-models.ts';

type Settings = Pick<Config, 'speakerModels' | 'dataDir' | 'speech'>;

/** The folder of the operator's own models: a named one, else the usual one if it is there. */
export function speakerFolder({
  speakerModels: named,
  dataDir,
}: Pick<Settings, 'speakerModels' | 'dataDir'>): string | undefined {
  if (named !== undefined) return named === 'off' ? undefined : named;
  const usual = join(dataDir, 'models', 'speakers');
  return existsSync(usual) ? usual : undefined;
}

/** Where no operator decides. The sandbox hears no people, so it fetches nothing. */
export const isFetchedByDefault = ({ speakerModels: named, speech }: Settings) =>
  named === undefined && speech.kind !== 'sandbox';

const hasSpeakerModels = (settings: Settings) =>
  speakerFolder(settings) !== undefined ||
  (isFetchedByDefault(settings) && isVerified(modelPaths(settings.dataDir, speakerModels)));

/** A web process loads no models, so it looks for the files of its workers. */
export const canFindVoices = ({
  speakers,
  config,
}: Readonly<{ speakers: SpeakerFinder | undefined; config: Settings }>) =>
  speakers?.isReady() ?? hasSpeakerModels(config);
