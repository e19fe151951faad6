import type { Claims, Context } from 'oidc-provider/lib/provider.js';
import { pageHeaders } from '../page/send-page.ts';
import type { SandboxLog } from '../part.ts';
import type { Account, Accounts } from './accounts.ts';
import { googleClientId, googleClientSecret, googleRedirectUris } from './client.ts';
import type { ProviderKeys } from './keys.ts';
import { refusedPage } from './pages.ts';
import { openRecords } from './records.ts';

const hourS = 3_600;
const dayS = 24 * hourS;

function claimsOf({ sub, email, emailVerified, name, picture }: Account): Claims {
  return { sub, email, email_verified: emailVerified, name, ...(picture === undefined ? {} : { picture }) };
}

/** Google asks for lasting access by a parameter of its own; the standard has a scope for it. */
function translateAccessType({ oidc: { params } }: Context, accessType: string | undefined) {
  const asksConsent = params.prompt?.split(' ').includes('consent') ?? false;
  if (accessType === 'offline' && asksConsent) params.scope = `${params.scope} offline_access`;
}

type Options = { issuer: string; keys: ProviderKeys; accounts: Accounts; log: SandboxLog };

function configurationOf({ keys, accounts }: Options) {
  return {
    adapter: openRecords(),
    clients: [
      {
        client_id: googleClientId,
        client_secret: googleClientSecret,
        // The kind of client for which any port of this machine is the same address.
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
      // A browser brings it to no page: nobody is signed in again without having chosen an account.
      long: { httpOnly: true, sameSite: 'lax', path: '/google/nowhere' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // As Google does, the token itself says who it is about; without this only userinfo would.
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
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/google/interaction/${uid}` },
    renderError: (context: Context, refusal: { error: string; error_description?: string }) => {
      context.set(pageHeaders());
      context.type = 'text/html; charset=utf-8';
      context.body = refusedPage(refusal).markup;
    },
  };
}

const hungUp = (error: Error) =>
  'code' in error && ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(String(error.code));

/**
 * Loaded when somebody first signs in, so that the sandbox starts fast. The package's own entry does no more than to
 * gather these files and to warn of every Node that is not yet under long-term support, ours among them.
 */
const loadPackage = async () => ({
  ...(await import('oidc-provider/lib/provider.js')),
  ...(await import('oidc-provider/lib/helpers/interaction_policy/index.js')),
});

export async function openProvider(options: Options) {
  const { Provider, Prompt, base } = await loadPackage();
  const configuration = configurationOf(options);
  const policy = base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const provider = new Provider(options.issuer, {
    ...configuration,
    interactions: { ...configuration.interactions, policy },
  });
  const report = (error: Error) => {
    if (!hungUp(error)) options.log.error({ err: error }, 'the OpenID provider of the sandbox failed');
  };
  provider.on('server_error', (_context, error) => report(error));
  provider.on('error', report);
  return provider;
}
