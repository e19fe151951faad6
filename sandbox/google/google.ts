import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider/lib/provider.js';
import { z } from 'zod';
import { errorPage } from '../home-page.ts';
import { sendPage } from '../page/html-page.ts';
import type { PartOptions, SandboxPart } from '../part.ts';
import { type Account, type Accounts, openAccounts, ProfileSchema } from './accounts.ts';
import { accountsPage, chooseAccountPage, type FormErrors, type FormValues } from './google-pages.ts';
import { googlePath, loadKeys, openProvider } from './openid-provider.ts';

/** An OpenID provider that replaces Google and asks for no password. */
export function googlePart({ stateDir, log }: PartOptions): SandboxPart {
  const folder = join(stateDir, 'google');
  const accounts = openAccounts(join(folder, 'accounts.json'));
  const listening = Promise.withResolvers<string>();
  let opened: Promise<Provider> | undefined;

  const open = async () => {
    const issuer = `${await listening.promise}${googlePath}`;
    return openProvider({ issuer, keys: await loadKeys(join(folder, 'keys.json')), accounts, log });
  };
  const provider = () => {
    opened ??= open().catch((error) => {
      // Retry at the next request, because the cause, such as a full disk, may be temporary.
      opened = undefined;
      throw error;
    });
    return opened;
  };

  return {
    name: 'google',
    title: 'Conta do Google de teste',
    description: 'Responde no lugar do Google quando alguém entra com ele, com a conta que você escolher.',
    path: googlePath,
    register: (app) => googleRoutes(app, { provider, accounts }),
    start: async (httpUrl) => listening.resolve(httpUrl),
  };
}

/** The form's answer redirects to the product, which has any port of this machine and may redirect to another one. */
const formTargets = ['http://localhost:*', 'http://127.0.0.1:*'];

const FormSchema = z.object({
  email: z.string().default(''),
  name: z.string().default(''),
  picture: z.string().trim().default(''),
  emailVerified: z
    .string()
    .optional()
    .transform((tick) => tick !== undefined),
  account: z.string().optional(),
  refuse: z.string().optional(),
});

type Options = { provider: () => Promise<Provider>; accounts: Accounts };
type InteractionContext = {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: Provider;
  interaction: Interaction;
};

const isSessionNotFound = (error: unknown) => error instanceof Error && error.name === 'SessionNotFound';

async function showChoice(
  { interaction, reply }: InteractionContext,
  options: { accounts: readonly Account[]; values: FormValues; faults?: FormErrors },
) {
  const action = `${googlePath}/interaction/${interaction.uid}`;
  return sendPage(reply, chooseAccountPage({ faults: {}, ...options, action }), { formTargets });
}

async function signIn({ request, reply, provider, interaction }: InteractionContext, { sub }: Account) {
  const clientId = String(interaction.params.client_id);
  const grant = new provider.Grant({ accountId: sub, clientId });
  grant.addOIDCScope(String(interaction.params.scope));
  const consent = { grantId: await grant.save() };
  const result = { login: { accountId: sub }, consent, select_account: {} };
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
}

async function refuse({ request, reply, provider }: InteractionContext) {
  const result = { error: 'access_denied', error_description: 'the account was not shared' };
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
}

function chooseRoutes(app: FastifyInstance, { provider, accounts }: Options) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );

  /** Returns undefined for a tab whose question the user already answered, or which a restart of the sandbox lost. */
  const findInteraction = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<InteractionContext | undefined> => {
    const opened = await provider();
    try {
      const interaction = await opened.interactionDetails(request.raw, reply.raw);
      return { request, reply, provider: opened, interaction };
    } catch (error) {
      if (isSessionNotFound(error)) return undefined;
      throw error;
    }
  };
  const sendExpired = (reply: FastifyReply) =>
    sendPage(
      reply.code(400),
      errorPage('Este pedido de entrada já terminou. Volte ao produto e entre de novo.'),
    );

  app.get(`${googlePath}/interaction/:uid`, async (request, reply) => {
    const question = await findInteraction(request, reply);
    if (question === undefined) return sendExpired(reply);
    const { login_hint: hint } = question.interaction.params;
    const email = typeof hint === 'string' ? hint : '';
    const values = { email, name: '', emailVerified: true, picture: '' };
    return showChoice(question, { accounts: await accounts.list(), values });
  });

  app.post(`${googlePath}/interaction/:uid`, async (request, reply) => {
    const question = await findInteraction(request, reply);
    if (question === undefined) return sendExpired(reply);
    const form = FormSchema.parse(request.body ?? {});
    if (form.refuse !== undefined) return refuse(question);
    const known = form.account === undefined ? undefined : await accounts.find(form.account);
    const { success, data, error } = ProfileSchema.safeParse(known ?? form);
    if (success) return signIn(question, await accounts.use(data));
    const faults: FormErrors = Object.fromEntries(
      error.issues.map(({ path, message }) => [String(path[0]), message]),
    );
    reply.code(422);
    return showChoice(question, { accounts: await accounts.list(), values: form, faults });
  });
}

/** Passes the routes of the OpenID standard to the provider, which reads the raw request. */
function protocolRoutes(app: FastifyInstance, { provider }: Options) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _stream, done) => done(null));

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = (await provider()).callback();
    reply.hijack();
    const { url = '' } = request.raw;
    // The provider takes the difference between the two URLs as its mount path.
    Object.assign(request.raw, { originalUrl: url, url: url.slice(googlePath.length) });
    await answer(request.raw, reply.raw);
  };
  const paths = ['/.well-known/openid-configuration', '/auth', '/auth/:uid', '/jwks', '/userinfo'];
  for (const path of paths) app.get(googlePath + path, handler);
  for (const path of ['/token', '/userinfo']) app.post(googlePath + path, handler);
}

export async function googleRoutes(app: FastifyInstance, options: Options) {
  app.get(googlePath, async (_request, reply) =>
    sendPage(reply, accountsPage(await options.accounts.list())),
  );
  await app.register(async (scope) => chooseRoutes(scope, options));
  await app.register(async (scope) => protocolRoutes(scope, options));
}
