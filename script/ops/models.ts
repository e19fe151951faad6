import { localModels } from '#server/adapters/speech/local/models.ts';
import { speakerModels } from '#server/adapters/speech/speakers/speaker-models.ts';
import { readConfig } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { runModelsCommand } from './models-command.ts';

try {
  const [calledFrom = '.', ...args] = process.argv.slice(2);
  await runModelsCommand(args, {
    calledFrom,
    config: readConfig(process.env),
    models: localModels,
    speakers: speakerModels,
  });
} catch (error) {
  exitWithMessage(error);
}
