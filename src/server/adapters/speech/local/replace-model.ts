import type { Logger } from 'pino';
import { type Chunk, type SpeechEngine, SpeechError, type Transcript } from '../engine.ts';
import type { LocalEngine } from './local-engine.ts';
import type { ModelPaths } from './model-files.ts';
import { removeModel } from './remove-model.ts';

type ReplacingOptions = Readonly<{
  next: LocalEngine;
  former: LocalEngine;
  /** Where the former model is. */
  formerPaths: ModelPaths;
  log: Logger;
}>;

/**
 * Keeps the former model of an installation in service until the new one is there and has loaded once. So an update
 * stops no recording, and a failed download or a model that this machine cannot load changes nothing.
 */
export function createReplacingEngine({ next, former, formerPaths, log }: ReplacingOptions): SpeechEngine {
  const inFormer = new Set<Promise<unknown>>();
  let isReplaced = !former.hasModel();
  let isClosed = false;
  let replacing: Promise<void> | undefined;
  let removing: Promise<void> | undefined;

  /** Another process may have replaced and removed the model since. */
  const inService = () => (isReplaced || !former.hasModel() ? next : former);

  async function remove() {
    await Promise.allSettled(inFormer);
    await former.close();
    // A lock in use belongs to a process of the previous release, which still fetches this model.
    await removeModel(formerPaths).catch((error: unknown) => {
      log.warn({ err: error }, 'the former speech model could not be removed');
    });
  }

  function removeFormer() {
    removing ??= remove();
    return removing;
  }

  async function replace() {
    await next.prepare();
    await next.load();
    isReplaced = true;
    log.info({ model: next.name }, 'the new speech model replaces the former one');
    await removeFormer();
  }

  function replaceInBackground() {
    replacing ??= replace()
      .catch((error: unknown) => {
        if (!isClosed)
          log.warn({ err: error }, 'the new speech model is not ready; the former one stays in service');
      })
      .finally(() => {
        replacing = undefined;
      });
  }

  async function transcribeInFormer(chunk: Chunk): Promise<Transcript> {
    const answer = former.transcribe(chunk);
    inFormer.add(answer);
    try {
      return await answer;
    } catch (error) {
      const isAborted = error instanceof SpeechError && error.kind === 'aborted';
      if (isAborted || former.hasModel()) throw error;
      return next.transcribe(chunk);
    } finally {
      inFormer.delete(answer);
    }
  }

  return {
    name: next.name,
    label: next.label,
    languages: next.languages,
    // Those of the new model, so that it can take each chunk of a plan that was made before the change.
    limits: next.limits,
    transcribe: async (chunk) =>
      inService() === former ? transcribeInFormer(chunk) : next.transcribe(chunk),
    findVoice: async (pcm, signal) => (inService() === next ? next.findVoice?.(pcm, signal) : undefined),
    readiness: () => inService().readiness(),
    async prepare(signal) {
      if (inService() === former) return replaceInBackground();
      await next.prepare(signal);
      // Also what a broken download of the former model left behind.
      void removeFormer();
    },
    async close() {
      isClosed = true;
      await Promise.all([next.close(), former.close()]);
      await Promise.all([replacing, removing]);
    },
  };
}
