import type { FastifyInstance } from 'fastify';
import { controlRoutes, openCallLog, outcome } from '../openai.ts';
import { type Html, html, page, sendPage, shortTime } from '../page/html-page.ts';
import type { SandboxPart } from '../part.ts';
import { type Call, type SpeechState, speechModel, transcriptionRoutes } from './audio-transcriptions.ts';
import { type Behaviour, BehaviourSchema, openBehaviour } from './behaviour.ts';

/** A speech server that recognizes no words: it detects where a voice speaks and which telephone keys sound. */
export function speechPart(): SandboxPart {
  const state: SpeechState = { behaviour: openBehaviour(), calls: openCallLog({ maxCount: 1_000 }) };
  return {
    name: 'speech',
    title: 'Fala',
    description:
      'Ouve no lugar de um motor de transcrição: marca onde alguém fala e reconhece teclas de telefone.',
    path: '/speech',
    register: (app) => speechRoutes(app, state),
  };
}

export async function speechRoutes(app: FastifyInstance, state: SpeechState) {
  const { behaviour, calls } = state;
  await app.register(async (scope) => transcriptionRoutes(scope, state), { prefix: '/speech/v1' });

  app.get('/speech', async (_request, reply) =>
    sendPage(reply, callsPage({ calls: calls.list(), behaviour: behaviour.read() })),
  );

  controlRoutes(app, { path: '/speech', schema: BehaviourSchema, behaviour, calls });
}

const shown = 100;
const maxTextLength = 300;

const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

function recognizedText(text: string) {
  if (text === '') return 'Nada: silêncio ou só ruído.';
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

function rows(calls: readonly Call[]): Html {
  if (calls.length === 0)
    return html`<p class="empty">O que o produto pedir para transcrever aparece aqui.</p>`;
  return html`<ol class="texts">${calls.slice(0, shown).map(
    ({ at, seconds: length, text, status }) => html`
      <li>
        <p class="soft"><span class="to">${seconds.format(length)} s de áudio, ${outcome(status)}</span> ${shortTime(at)}</p>
        <p class="text">${recognizedText(text)}</p>
      </li>`,
  )}</ol>`;
}

/** Shows the configured faults, to explain why calls fail. */
function behaviourNotice({ delayMsPerMinute, failNext, limitParallel }: Behaviour): Html | undefined {
  const faults = [
    ...(delayMsPerMinute > 0 ? [`cada minuto de áudio demora ${delayMsPerMinute} ms a mais`] : []),
    ...(failNext.length > 0 ? [`pedidos que ainda vão falhar: ${failNext.length}`] : []),
    ...(limitParallel === undefined ? [] : [`pedidos ao mesmo tempo: no máximo ${limitParallel}`]),
  ];
  return faults.length === 0
    ? undefined
    : html`<p class="lead">Comportamento pedido para testes: ${faults.join('; ')}.</p>`;
}

type PageOptions = { calls: readonly Call[]; behaviour: Behaviour };

export function callsPage({ calls, behaviour }: PageOptions) {
  return page({
    title: 'Fala',
    live: true,
    body: html`
      <h1>Fala</h1>
      <p class="lead">Um servidor de transcrição que não conhece palavras, mas não inventa nada: o texto vem só do
      áudio. Onde alguém fala, ele escreve <code>[fala]</code>; teclas de telefone ele reconhece e escreve; no silêncio
      e no ruído constante não escreve nada. Os tempos são os verdadeiros. Responde como a OpenAI, com o modelo
      <code>${speechModel}</code>, e não guarda áudio. A lista se atualiza sozinha e mostra os ${shown} pedidos mais
      recentes.</p>
      <div class="tools">
        <button type="button" data-delete="/speech/calls" data-confirm="Apagar a lista de pedidos?">Apagar a lista</button>
      </div>
      <div data-live aria-live="polite">${behaviourNotice(behaviour)}${rows(calls)}</div>`,
  });
}
