import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Claims, Context } from 'oidc-provider/lib/provider.js';
import { z } from 'zod';
import { readJson, writeJson } from '../file-storage.ts';
import { pageHeaders } from '../page/html-page.ts';
import type { SandboxLog } from '../part.ts';
import type { Account, Accounts } from './accounts.ts';
import { refusedPage } from './google-pages.ts';

/** The path of the sandbox's Google. */
export const googlePath = '/google';

/** The only registered client. The product's configuration contains the same two values. */
export const googleClientId = 'sandbox-google';
export const googleClientSecret = 'sandbox-google-secret';

const callbackPath = '/api/auth/callback/google';

/** The provider accepts any port of these two hosts, as Google does for native clients. */
export const googleRedirectUris = [
  `http://localhost${callbackPath}`,
  `http://127.0.0.1${callbackPath}`,
] as const;

const KeysSchema = z.object({ cookie: z.string(), signing: z.looseObject({ kty: z.literal('RSA') }) });
export type ProviderKeys = z.infer<typeof KeysSchema>;

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2_048 });
  const signing = { ...privateKey.export({ format: 'jwk' }), kty: 'RSA' as const };
  return { cookie: randomBytes(32).toString('base64url'), signing };
}

/** Stores the keys on disk, because a product that runs while the sandbox restarts has cached the public key. */
export async function loadKeys(path: string): Promise<ProviderKeys> {
  const stored = await readJson(path, KeysSchema);
  if (stored !== undefined) return stored;
  const keys = await makeKeys();
  await writeJson(path, keys);
  return keys;
}

const hourS = 3_600;
const dayS = 24 * hourS;

function claimsOf({ sub, email, emailVerified, name, picture }: Account): Claims {
  return { sub, email, email_verified: emailVerified, name, ...(picture === undefined ? {} : { picture }) };
}

/** Translates Google's access_type parameter to the standard's offline_access scope. */
function translateAccessType({ oidc: { params } }: Context, accessType: string | undefined) {
  const asksConsent = params.prompt?.split(' ').includes('consent') ?? false;
  if (accessType === 'offline' && asksConsent) params.scope = `${params.scope} offline_access`;
}

type Options = { issuer: string; keys: ProviderKeys; accounts: Accounts; log: SandboxLog };

function configurationOf({ keys, accounts }: Options) {
  return {
    clients: [
      {
        client_id: googleClientId,
        client_secret: googleClientSecret,
        // Native clients may use any loopback port.
        application_type: 'native',
        redirect_uris: [...googleRedirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...keys.signing, alg: 'RS256', use: 'sig' }] },
    cookies: {
      keys: [keys.cookie],
      names: { session: 'google_session', interaction: 'google_interaction', resume: 'google_resume' },
      // With this path the browser never sends the session cookie, so each sign-in asks for an account.
      long: { httpOnly: true, sameSite: 'lax', path: `${googlePath}/nowhere` },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Like Google, put the profile claims into the ID token and not only into userinfo.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    extraParams: { access_type: translateAccessType },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    routes: { authorization: '/auth', token: '/token', userinfo: '/userinfo', jwks: '/jwks' },
    ttl: {
      AccessToken: hourS,
      AuthorizationCode: 60,
      Grant: 14 * dayS,
      IdToken: hourS,
      Interaction: hourS,
      RefreshToken: 14 * dayS,
      Session: hourS,
    },
    findAccount: async (_context: Context, sub: string) => {
      const account = await accounts.find(sub);
      return account && { accountId: sub, claims: async () => claimsOf(account) };
    },
    interactions: {
      url: (_context: Context, { uid }: { uid: string }) => `${googlePath}/interaction/${uid}`,
    },
    renderError: (context: Context, refusal: { error: string; error_description?: string }) => {
      context.set(pageHeaders());
      context.type = 'text/html; charset=utf-8';
      context.body = refusedPage(refusal).markup;
    },
  };
}

const isConnectionReset = (error: Error) =>
  'code' in error && ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(String(error.code));

/**
 * The first sign-in loads the package, so that the sandbox starts fast. This skips the package's entry file,
 * which only re-exports these files and warns about Node versions without long-term support, such as ours.
 */
const loadPackage = async () => ({
  ...(await import('oidc-provider/lib/provider.js')),
  ...(await import('oidc-provider/lib/helpers/interaction_policy/index.js')),
  ...(await import('oidc-provider/lib/adapters/memory_adapter.js')),
});

export async function openProvider(options: Options) {
  const { Provider, Prompt, base, createMemoryAdapter } = await loadPackage();
  const configuration = configurationOf(options);
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(options.issuer, {
    ...configuration,
    // Name the adapter, because the provider warns about its default. A restart loses codes and tokens, which
    // the product must handle like a token revoked by Google.
    adapter: createMemoryAdapter(),
    interactions: { ...configuration.interactions, policy },
  });
  const report = (error: Error) => {
    if (!isConnectionReset(error))
      options.log.error({ err: error }, 'the OpenID provider of the sandbox failed to handle a request');
  };
  provider.on('server_error', (_context, error) => report(error));
  provider.on('error', report);
  return provider;
}
