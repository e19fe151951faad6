import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../config/config.ts';

type Settings = Pick<Config, 'speakerModels' | 'dataDir'>;

/** The folder of the models. An installation that names none has them if its operator put them into the usual one. */
export function speakerFolder({ speakerModels, dataDir }: Settings): string | undefined {
  if (speakerModels !== undefined) return speakerModels === 'off' ? undefined : speakerModels;
  const usual = join(dataDir, 'models', 'speakers');
  return existsSync(usual) ? usual : undefined;
}

/** Also true in a web process, which loads no models, if it has the folder of its workers. */
export const hasSpeakerModels = (settings: Settings) => speakerFolder(settings) !== undefined;
