import { readConfig } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { runModelsCommand } from '../../script/ops/models-command.ts';
import { defaultModel, fallbackModel } from './stand-in-model.ts';
import { standInSpeakers } from './stand-in-speakers.ts';

// Runs script/models with the small stand-ins.
try {
  await runModelsCommand(process.argv.slice(2), {
    calledFrom: '/',
    config: readConfig(process.env),
    models: [defaultModel(), fallbackModel],
    speakers: standInSpeakers,
  });
} catch (error) {
  exitWithMessage(error);
}
