import { localModels } from '#server/adapters/speech/local/models.ts';
import { readConfig } from '#server/config/config.ts';
import { exitWithMessage } from '#server/runtime/process-end.ts';
import { runModelsCommand } from './models-command.ts';

try {
  const [calledFrom = '.', ...args] = process.argv.slice(2);
  await runModelsCommand(args, { calledFrom, config: readConfig(process.env), models: localModels });
} catch (error) {
  exitWithMessage(error);
}
