import { z } from 'zod';
import { sandboxParts } from '#contract/installation.ts';
import { html, page } from './page/html-page.ts';

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

export function homePage({ parts }: About) {
  return page({
    title: 'Início',
    body: html`
      <h1>Ambiente de teste do Escriba</h1>
      <p class="lead">Aqui ficam pequenos servidores no lugar dos serviços que precisam de conta em outro lugar.
      Tudo acontece nesta máquina, e nada do que passa por aqui vale fora dela.</p>
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
