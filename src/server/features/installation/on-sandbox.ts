import type { SandboxPart } from '#contract/installation.ts';
import { isSandboxEngine } from '#server/adapters/speech/engine.ts';
import type { Deps } from '#server/deps.ts';

type SandboxDeps = Pick<Deps, 'config' | 'speech'>;

/** The server chooses its engine at the start, and may have found the local one installed or on its way. */
export const partsOnSandbox = ({ config, speech }: SandboxDeps): SandboxPart[] =>
  config.sandbox.parts.filter((part) => part !== 'speech' || isSandboxEngine(speech.name));

/** True if the sandbox writes the texts only because there is no speech model. An operator may also choose it. */
export const lacksSpeechModel = ({ speech }: Pick<Deps, 'speech'>): boolean =>
  speech.modelLack !== undefined && speech.modelLack !== 'installed';
