import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, page, sendPage } from '../page/html-page.ts';
import type { SandboxPart } from '../part.ts';

/** This password satisfies every rule and is not in the built-in list, so only the service reports it as leaked. */
export const leakedPassword = 'Tigre-no-sotao-4';

const path = '/leaked-passwords';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** Have I Been Pwned hides the number of matches behind suffixes that were seen zero times. */
const paddingFor = (prefix: string) => `${sha1(prefix).slice(5)}:0`;

const RangeSchema = z.object({ prefix: z.string().regex(/^[0-9A-F]{5}$/) });

/** Replaces the range protocol of Have I Been Pwned, and knows one leaked password. */
export function leakedPasswordsPart(): SandboxPart {
  const leaked = sha1(leakedPassword);
  return {
    name: 'passwords',
    title: 'Senhas vazadas',
    description: 'Responde se uma senha nova já vazou. Nenhum pedaço dela sai desta máquina.',
    path,
    register(app: FastifyInstance) {
      app.get(path, async (_request, reply) => sendPage(reply, explanation()));
      app.get(`${path}/range/:prefix`, async (request, reply) => {
        const { prefix } = RangeSchema.parse(request.params);
        const found = leaked.startsWith(prefix) ? [`${leaked.slice(5)}:83129`] : [];
        return reply.type('text/plain').send([paddingFor(prefix), ...found].join('\r\n'));
      });
    },
  };
}

function explanation() {
  return page({
    title: 'Senhas vazadas',
    body: html`
      <h1>Senhas vazadas</h1>
      <p class="lead">O produto pergunta aqui se uma senha nova já vazou, com os cinco primeiros caracteres de um
      resumo dela. Só a senha <code>${leakedPassword}</code> conta como vazada, para ver o que o produto diz.</p>`,
  });
}
