import { localModels } from '#server/adapters/speech/local/models.ts';
import { speakerModels } from '#server/adapters/speech/speakers/speaker-models.ts';
import { readConfigOf } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { runModelsCommand } from './models-command.ts';

try {
  const [calledFrom = '.', ...args] = process.argv.slice(2);
  await runModelsCommand(args, {
    calledFrom,
    config: readConfigOf(process.env, ['SPEECH_MODEL', 'MODELS_URL']),
    models: localModels,
    speakers: speakerModels,
  });
} catch (error) {
  exitWithMessage(error);
}
