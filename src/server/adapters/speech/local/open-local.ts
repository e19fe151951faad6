import type { Logger } from 'pino';
import type { SpeechVariant } from '#server/config/speech.ts';
import type { SpeechEngine } from '../engine.ts';
import type { ChosenModel } from './choose-model.ts';
import type { OnModelProgress } from './fetch-report.ts';
import { keepFormer } from './keep-former.ts';
import { createLocalEngine } from './local-engine.ts';
import { modelPaths } from './model-files.ts';
import type { LocalModel } from './models.ts';
import { createReplacingEngine } from './replace-model.ts';
import { withSecondEngine } from './second-engine.ts';

export type OpenLocal = Readonly<{
  dataDir: string;
  log: Logger;
  modelsUrl: string | undefined;
  variant: SpeechVariant;
  models: readonly LocalModel[];
  isWorker: boolean;
  onProgress?: OnModelProgress | undefined;
}>;

function openModel(
  model: LocalModel,
  { dataDir, log, modelsUrl, variant, onProgress }: OpenLocal,
): SpeechEngine {
  const next = createLocalEngine({ dataDir, model, log, modelsUrl, variant, onProgress });
  if (model.replaces === undefined) return next;
  return createReplacingEngine({
    next,
    former: createLocalEngine({ dataDir, model: model.replaces, log, variant }),
    formerPaths: modelPaths(dataDir, model.replaces),
    log,
  });
}

export function openChosen({ model, notice, fallback }: ChosenModel, options: OpenLocal): SpeechEngine {
  if (notice !== undefined && fallback !== undefined) {
    const open = (each: LocalModel) => createLocalEngine({ ...options, model: each });
    return keepFormer({
      former: { engine: open(model), notice },
      fallback: { engine: open(fallback.model), notice: fallback.notice },
    });
  }
  const opened = openModel(model, options);
  // Now, because the first recording would wait for hundreds of megabytes. The log has the reason of a failure.
  if (options.isWorker) void opened.prepare().catch(() => undefined);
  const engine =
    model.kind === 'transducer'
      ? withSecondEngine(opened, { ...options, firstBytes: model.memoryBytes })
      : opened;
  return notice === undefined ? engine : { ...engine, notice };
}
