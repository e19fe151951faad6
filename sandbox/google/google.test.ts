import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { type GoogleAnswer, openGoogleBrowser, signInAtGoogle } from '#tests/helpers/google-sign-in.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startSandbox } from '../start.ts';
import { googleClientId, googleClientSecret } from './openid-provider.ts';

const callback = 'http://localhost:3000/api/auth/callback/google';
const ana: GoogleAnswer = { email: 'Ana@Exemplo.com', name: 'Ana Conceição' };

async function startGoogle(stateDir?: string) {
  const directory = await temporaryFolder();
  const folder = stateDir ?? directory.path;
  const sandbox = await startSandbox({ httpPort: 0, smtpPort: 0, parts: ['google'], stateDir: folder });
  const issuer = `${sandbox.httpUrl}/google`;
  const discovery = async () =>
    (await fetch(`${issuer}/.well-known/openid-configuration`)).json() as Promise<Record<string, string>>;
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri } = await discovery();
  return {
    issuer,
    folder,
    discovery,
    /** Builds the authorization URL as the product does. */
    begin: (changes: Record<string, string> = {}) => {
      const verifier = randomBytes(32).toString('base64url');
      const nonce = randomBytes(16).toString('base64url');
      const url = new URL(authorization_endpoint ?? '');
      const query = {
        client_id: googleClientId,
        response_type: 'code',
        redirect_uri: callback,
        scope: 'openid email profile',
        state: 'estado',
        nonce,
        prompt: 'consent',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...changes,
      };
      for (const [name, value] of Object.entries(query)) if (value !== '') url.searchParams.set(name, value);
      return { url: url.href, verifier, nonce };
    },
    token: async (fields: Record<string, string>) => {
      const body = new URLSearchParams({
        client_id: googleClientId,
        client_secret: googleClientSecret,
        ...fields,
      });
      const answer = await fetch(token_endpoint ?? '', { method: 'POST', body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    userinfo: async (accessToken: string) =>
      (await fetch(userinfo_endpoint ?? '', { headers: { authorization: `Bearer ${accessToken}` } })).json(),
    claims: async (idToken: string) => {
      const options = { issuer, audience: googleClientId, algorithms: ['RS256'] };
      return (await jwtVerify(idToken, createRemoteJWKSet(new URL(jwks_uri ?? '')), options)).payload;
    },
    close: sandbox.close,
    [Symbol.asyncDispose]: async () => {
      await sandbox.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

type Google = Awaited<ReturnType<typeof startGoogle>>;

async function exchange(google: Google, profile: GoogleAnswer, changes: Record<string, string> = {}) {
  const { url, verifier, nonce } = google.begin(changes);
  const back = new URL(await signInAtGoogle(url, profile));
  const code = back.searchParams.get('code') ?? '';
  const redirect = changes.redirect_uri ?? callback;
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier };
  return { back, nonce, fields, ...(await google.token(fields)) };
}

test('the provider exchanges a code for a token with the account and the audience', async () => {
  await using google = await startGoogle();
  expect(await google.discovery()).toMatchObject({
    issuer: google.issuer,
    authorization_endpoint: `${google.issuer}/auth`,
    token_endpoint: `${google.issuer}/token`,
    jwks_uri: `${google.issuer}/jwks`,
    userinfo_endpoint: `${google.issuer}/userinfo`,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  });
  const { back, nonce, status, body, fields } = await exchange(google, {
    ...ana,
    picture: 'https://fotos.exemplo.com/ana.png',
  });
  expect(back.href.startsWith(`${callback}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('estado');
  expect(back.searchParams.get('iss')).toBe(google.issuer);
  expect(status).toBe(200);
  expect(body.refresh_token).toBeUndefined();
  const person = {
    sub: expect.stringMatching(/^\d{21}$/),
    email: 'ana@exemplo.com',
    email_verified: true,
    name: 'Ana Conceição',
    picture: 'https://fotos.exemplo.com/ana.png',
  };
  expect(await google.claims(body.id_token ?? '')).toMatchObject({
    ...person,
    nonce,
    aud: googleClientId,
    iss: google.issuer,
  });
  expect(await google.userinfo(body.access_token ?? '')).toEqual(person);
  // A reused code may be stolen, so the provider also revokes its tokens.
  expect(await google.token(fields)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await google.userinfo(body.access_token ?? '')).toMatchObject({ error: 'invalid_token' });
});

test('the provider gives an e-mail address one subject under any name, and email_verified follows the checkbox', async () => {
  await using google = await startGoogle();
  const claimsFor = async (profile: GoogleAnswer) =>
    google.claims((await exchange(google, profile)).body.id_token ?? '');
  const first = await claimsFor(ana);
  const renamed = await claimsFor({ ...ana, name: 'Ana Souza', emailVerified: false });
  const other = await claimsFor({ email: 'bia@exemplo.com', name: 'Bia' });
  expect(renamed).toMatchObject({ sub: first.sub, name: 'Ana Souza', email_verified: false });
  expect(renamed).not.toHaveProperty('picture');
  expect(other.sub).not.toBe(first.sub);
});

test('the provider redirects a refusal to the product with access_denied', async () => {
  await using google = await startGoogle();
  const back = new URL(await signInAtGoogle(google.begin().url, { ...ana, refuse: true }));
  expect(back.origin + back.pathname).toBe(callback);
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'estado' });
  expect(back.searchParams.has('code')).toBe(false);
});

test('the provider redirects to any port of this machine and refuses other redirect URIs', async () => {
  await using google = await startGoogle();
  const redirect_uri = 'http://127.0.0.1:41234/api/auth/callback/google';
  expect((await exchange(google, ana, { redirect_uri })).status).toBe(200);
  for (const address of [
    'https://localhost:3000/api/auth/callback/google',
    'http://localhost:3000/api/auth/callback/outro',
    'http://localhost.exemplo.com/api/auth/callback/google',
    'http://127.0.0.1:3000@exemplo.com/api/auth/callback/google',
    `${callback}?a=b`,
  ]) {
    const refused = await openGoogleBrowser().open(google.begin({ redirect_uri: address }).url);
    expect(refused.status, address).toBe(400);
    expect(refused.page).toContain('invalid_redirect_uri');
    expect(refused.page).toContain('/sandbox.css');
  }
});

test('the provider refuses a wrong verifier or secret, and an authorization without a challenge', async () => {
  await using google = await startGoogle();
  const codeOf = async () => {
    const { url, verifier } = google.begin();
    const code = new URL(await signInAtGoogle(url, ana)).searchParams.get('code') ?? '';
    return { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  };
  const otherVerifier = { ...(await codeOf()), code_verifier: randomBytes(32).toString('base64url') };
  expect(await google.token(otherVerifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const otherSecret = { ...(await codeOf()), client_secret: 'errado' };
  expect(await google.token(otherSecret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  const { url } = google.begin({ code_challenge: '', code_challenge_method: '' });
  const back = await openGoogleBrowser().open(url);
  expect(new URL(back.url).searchParams.get('error')).toBe('invalid_request');
});

test('the provider gives a refresh token for access_type=offline, and renews the access token with it', async () => {
  await using google = await startGoogle();
  const { body } = await exchange(google, ana, { access_type: 'offline', prompt: 'select_account consent' });
  const refresh_token = body.refresh_token ?? '';
  expect(refresh_token).not.toBe('');
  const renewed = await google.token({ grant_type: 'refresh_token', refresh_token });
  expect(renewed.status).toBe(200);
  expect(await google.userinfo(renewed.body.access_token ?? '')).toMatchObject({ email: 'ana@exemplo.com' });
});

test('the provider asks a returning browser again and offers the accounts used before', async () => {
  await using google = await startGoogle();
  const browser = openGoogleBrowser();
  await signInAtGoogle(google.begin().url, ana, browser);
  await signInAtGoogle(google.begin().url, { email: 'bia@exemplo.com', name: 'Bia' }, browser);
  for (const prompt of ['consent', '']) {
    const { status, page } = await browser.open(google.begin({ prompt }).url);
    expect(status).toBe(200);
    expect(page).toContain('Contas usadas antes');
  }
  const shown = await browser.open(google.begin().url);
  const [sub] = /(?<=name="account" value=")\d+(?="[^>]*>\s*<strong>Ana)/.exec(shown.page) ?? [];
  const back = await browser.submit(shown.url, { account: sub ?? '' });
  expect(new URL(back.url).searchParams.get('code')).toMatch(/./);
});

test('the provider keeps accounts and keys over a restart, in files that only their owner can read', async () => {
  await using first = await startGoogle();
  const { body } = await exchange(first, { ...ana, emailVerified: false });
  const before = await (await fetch(`${first.issuer}/jwks`)).json();
  await first.close();
  await using second = await startGoogle(first.folder);
  const { page } = await openGoogleBrowser().open(second.begin().url);
  expect(page).toContain('ana@exemplo.com');
  expect(page).toContain('E-mail não verificado');
  expect(await (await fetch(second.issuer)).text()).toContain('Ana Conceição');
  expect(await (await fetch(`${second.issuer}/jwks`)).json()).toEqual(before);
  expect(body.id_token).toMatch(/./);
  for (const file of ['keys.json', 'accounts.json'])
    expect((await stat(join(first.folder, 'google', file))).mode & 0o777).toBe(0o600);
});

test('the form shows errors beside the fields and escapes the values', async () => {
  await using google = await startGoogle();
  const browser = openGoogleBrowser();
  const hint = '"><script>alert(1)</script>';
  const shown = await browser.open(google.begin({ login_hint: hint }).url);
  expect(shown.page).not.toContain('<script>');
  // Browsers apply form-action to the redirect back to the product too.
  expect(shown.headers?.get('content-security-policy')).toContain(
    "form-action 'self' http://localhost:* http://127.0.0.1:*;",
  );
  const again = await browser.submit(shown.url, { email: 'ana', name: hint, picture: 'javascript:alert(1)' });
  expect(again.status).toBe(422);
  expect(again.page).toContain('Escreva um e-mail completo');
  expect(again.page).toContain('O endereço da foto começa com https://');
  expect(again.page).not.toContain('<script>');
  expect(again.page).not.toMatch(/type="checkbox"\s+checked/);
});

test('the page of a finished sign-in says that it is over', async () => {
  await using google = await startGoogle();
  const browser = openGoogleBrowser();
  const shown = await browser.open(google.begin().url);
  await browser.submit(shown.url, { email: 'ana@exemplo.com', name: 'Ana' });
  for (const late of [await browser.open(shown.url), await browser.submit(shown.url, { refuse: 'yes' })]) {
    expect(late.status).toBe(400);
    expect(late.page).toContain('já terminou');
  }
});
