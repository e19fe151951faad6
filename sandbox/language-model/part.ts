import type { SandboxPart } from '../part.ts';
import { openBehaviour } from './behaviour.ts';
import { openCalls } from './calls.ts';
import { languageRoutes } from './routes.ts';

/** A model that understands nothing: it picks the sentences that say most of what the others say. */
export function languagePart(): SandboxPart {
  const state = { behaviour: openBehaviour(), calls: openCalls() };
  return {
    name: 'language',
    title: 'Resumos',
    description: 'Responde no lugar de um modelo de linguagem, com frases tiradas do próprio texto.',
    path: '/language',
    register: (app) => languageRoutes(app, state),
  };
}
