import { z } from 'zod';
import { sandboxParts } from '#contract/installation.ts';
import { html, page } from './page/html-page.ts';
import type { SpeechReason } from './part.ts';

/** The JSON of GET /. Scripts read it, and so does a second sandbox that finds the port occupied. */
export const AboutSchema = z.object({
  sandbox: z.literal('escriba'),
  /** True once all parts have started. */
  ready: z.boolean(),
  parts: z.array(
    z.object({
      name: z.enum(sandboxParts),
      title: z.string(),
      description: z.string(),
      url: z.string(),
      addresses: z.record(z.string(), z.string()),
    }),
  ),
});

export type About = z.infer<typeof AboutSchema>;

const restart = html`<li>Pare o Escriba com Ctrl-C e comece de novo: <code>script/server</code></li>`;

const noModel = (why: string) => html`
    <section class="todo">
      <h2>Nenhum modelo de fala está instalado</h2>
      <p>Por isso, todo texto novo é de teste, e não é o que foi dito. ${why}</p>
      <ol>
        <li>Com internet nesta máquina, baixe o modelo: <code>script/models fetch</code></li>
        <li>Sem internet, traga o modelo de outra máquina, num pendrive, e instale a partir da pasta:
        <code>script/models fetch --from PASTA</code></li>
        ${restart}
      </ol>
    </section>`;

/** An operator who sees a strange text comes here from the notice of the product. */
const speechNotes = {
  server: noModel('O servidor do modelo não respondeu quando o Escriba começou.'),
  folder: noModel('Faltam arquivos do modelo na pasta de MODELS_URL, ou ela não pode ser lida.'),
  disk: noModel('O disco não tem espaço para o modelo: libere espaço antes.'),
  installed: html`
    <section class="todo">
      <h2>Um modelo de fala já está instalado</h2>
      <p>Ele transcreve a partir do próximo começo. Até lá, todo texto novo é de teste, e não é o que foi dito.</p>
      <ol>${restart}</ol>
    </section>`,
  chosen: html`
    <section class="todo">
      <h2>O motor de teste escreve os textos</h2>
      <p>A configuração o escolheu: <code>SPEECH_MODEL=sandbox</code>. Por isso, todo texto novo é de teste, e não é o
      que foi dito. Para transcrever de verdade, dê outro valor a <code>SPEECH_MODEL</code> e comece de novo.</p>
    </section>`,
};

export function homePage({ parts }: About, speechReason: SpeechReason) {
  return page({
    title: 'Início',
    body: html`
      <h1>Ambiente de teste do Escriba</h1>
      <p class="lead">Aqui ficam pequenos servidores no lugar dos serviços que precisam de conta em outro lugar.
      Tudo acontece nesta máquina, e nada do que passa por aqui vale fora dela.</p>
      ${speechReason === undefined ? undefined : speechNotes[speechReason]}
      <ul class="cards">
        ${parts.map(
          ({ title, description, url, addresses }) => html`
            <li><a class="card" href="${new URL(url).pathname}">
              <strong>${title}</strong>
              <span>${description}</span>
              ${Object.values(addresses).map((address) => html`<code>${address}</code>`)}
            </a></li>`,
        )}
      </ul>`,
  });
}

export function errorPage(text: string) {
  return page({
    title: 'Não deu certo',
    body: html`<h1>Não deu certo</h1><p class="lead">${text}</p><p><a href="/">Voltar ao sandbox</a></p>`,
  });
}
