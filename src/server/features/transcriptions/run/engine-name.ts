import { sandboxEngineName } from '../../../adapters/speech/engine.ts';

/** Whether what listens is the sandbox, whose text holds no words. */
export const isSandboxEngine = (name: string | null) => name === sandboxEngineName;
