import type { SandboxPart } from '../part.ts';
import { openBehaviour } from './behaviour.ts';
import { openCalls } from './calls.ts';
import { speechRoutes } from './routes.ts';

/** A speech server that knows no words and invents none: it says where somebody speaks, and which keys were pressed. */
export function speechPart(): SandboxPart {
  const state = { behaviour: openBehaviour(), calls: openCalls() };
  return {
    name: 'speech',
    title: 'Fala',
    description:
      'Ouve no lugar de um motor de transcrição: marca onde alguém fala e reconhece teclas de telefone.',
    path: '/speech',
    register: (app) => speechRoutes(app, state),
  };
}
