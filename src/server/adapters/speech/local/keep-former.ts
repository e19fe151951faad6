import type { SpeechEngine } from '../engine.ts';
import type { LocalEngine } from './local-engine.ts';

type Noticed = Readonly<{ engine: LocalEngine; notice: string }>;

/**
 * Runs the former model while its file is there, and never fetches it. A worker on another machine may remove the file
 * once it has the new model, which this machine cannot load.
 */
export function keepFormer({ former, fallback }: { former: Noticed; fallback: Noticed }): SpeechEngine {
  const inService = () => (former.engine.hasModel() ? former : fallback);
  return {
    get name() {
      return inService().engine.name;
    },
    get label() {
      return inService().engine.label;
    },
    get languages() {
      return inService().engine.languages;
    },
    get notice() {
      return inService().notice;
    },
    // The same after the change, so that the fallback can take each chunk of a plan that was made before it.
    limits: former.engine.limits,
    transcribe: (chunk) => inService().engine.transcribe(chunk),
    readiness: () => inService().engine.readiness(),
    async prepare(signal) {
      if (inService() === fallback) await fallback.engine.prepare(signal);
    },
    async close() {
      await Promise.all([former.engine.close(), fallback.engine.close()]);
    },
  };
}
