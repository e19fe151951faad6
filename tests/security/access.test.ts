import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SummaryList } from '#contract/summary.ts';
import type { PlaybackSources } from '#contract/transcription.ts';
import { buildApp } from '#server/http/server/app.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { enrolFactor, openTestClock, userWithFactor } from '#tests/helpers/second-factor-api.ts';
import { signedInUser, signInAgain, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { type Role, roles, rows, type Things } from './access-rows.ts';
import { withRoutes } from './registered-routes.ts';

type Somebody = { token?: string; cookie?: string };

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let people: Record<Role, Somebody>;
let others: TestUser;
let things: Things;
let routes: string[];

type Json = { session?: Record<string, unknown>; user?: Record<string, unknown> };
const times = ['createdAt', 'updatedAt', 'expiresAt'];
const ofSessions = [...times, 'id', 'userId', 'ipAddress', 'userAgent', 'aal'];
const ofUsers = [...times, 'id', 'name', 'email', 'emailVerified', 'image'];

/** All of the owner's data contains this text, which must not occur in an answer to any other role. */
const mark = 'segredo da dona';

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  // Set a metrics token, because the metrics would otherwise be public.
  product = await startTestProduct({ ...engine.environment, METRICS_TOKEN: 'a-word-for-the-metrics' });
  const { built, routes: registered } = await withRoutes(() => buildApp(product.deps));
  await built.close();
  routes = registered;

  const owner = await signedInUser(product);
  const deleted = await signedInUser(product);
  expect((await deleted.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  const { user } = await userWithFactor(product, openTestClock());
  const aal1 = await signInAgain(product, user.account);
  others = await signedInUser(product);
  people = { visitor: {}, deleted, aal1, other: others, owner };

  const recording = await uploadRecording(product, owner.token, Buffer.from(await recordingOf(5)));
  await vi.waitFor(
    async () => expect((await readJob(product, owner.token, recording)).status).toBe('completed'),
    10_000,
  );
  await owner.call(`/transcribe/${recording}`, { method: 'PUT', body: { title: mark } });
  const sources = (await (await owner.call(`/transcribe/${recording}/listening`)).json()) as PlaybackSources;
  const begun = await tusAt(product, owner.token).create(5, mark);
  const prompt = { name: mark, prompt: 'Escreva a ata da reunião.' };
  const summary = { jobId: recording, customPrompt: 'Resuma a aula em um parágrafo.' };
  expect((await owner.call('/summary/generate', { body: summary })).status).toBe(200);
  const list = (await (await owner.call(`/transcribe/${recording}/summaries`)).json()) as SummaryList;
  things = {
    summary: list.summaries[0]?.id ?? '',
    recording,
    upload: idIn(begun.headers.get('location') ?? ''),
    factor: (await enrolFactor(owner, { factor_type: 'totp', friendly_name: mark })).id,
    prompt: ((await (await owner.call('/prompts', { body: prompt })).json()) as { id: string }).id,
    pass: new URL(sources.audio.url, product.url).searchParams.get('pass') ?? '',
  };
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});

const ownerIds = () => ({
  uploads: things.upload,
  transcribe: things.recording,
  factors: things.factor,
  prompts: things.prompt,
  summaries: things.summary,
});

function addressOf(url: string) {
  return url.replace(/\/(\w+)\/:\w+/, (all, kind: string) => {
    const id = (ownerIds() as Record<string, string>)[kind];
    return id === undefined ? all : `/${kind}/${id}`;
  });
}

/** Reports an answer that allows MIME sniffing, framing, other origins, or caching of private data. */
function headerFaults({ route, answers }: (typeof rows)[number], headers: Headers) {
  const isPrivate = answers.visitor !== answers.owner;
  const policy = headers.get('content-security-policy') ?? '';
  // The tus library's answers contain no page, so they need no frame policy.
  const isPage = !route.endsWith('/api/uploads') && !route.includes('/api/uploads/');
  return [
    headers.get('x-content-type-options') === 'nosniff' ? [] : ['allows MIME sniffing'],
    !isPage || /frame-ancestors 'none'|sandbox/.test(policy) ? [] : ['may be framed'],
    headers.get('access-control-allow-origin') === null ? [] : ['is open to another origin'],
    !isPrivate || /no-store/.test(headers.get('cache-control') ?? '') ? [] : ['may be cached'],
  ].flat();
}

async function ask(each: (typeof rows)[number], role: Role, method: string) {
  const [, url = ''] = each.route.split(' ');
  const { path, body, headers, raw } = each.ask(things, role);
  const { token, cookie } = people[role];
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const controller = new AbortController();
  const answer = await fetch(`${product.url}${path ?? addressOf(url)}`, {
    method,
    redirect: 'manual',
    signal: controller.signal,
    headers: {
      origin: product.url,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream === true ? '' : await answer.text();
  controller.abort();
  return { status: answer.status, text, faults: headerFaults(each, answer.headers).join(', ') };
}

test('every route of the router has a row, and every row has a route', () => {
  const known = rows.map(({ route }) => route);
  expect(new Set(known).size).toBe(known.length);
  // Fastify answers HEAD with the hooks of GET.
  const unknown = routes.filter(
    (route) => !known.includes(route) && !known.includes(route.replace(/^HEAD /, 'GET ')),
  );
  expect(unknown, 'each new route needs a row in access-rows.ts').toEqual([]);
  // Without built pages Fastify has no route for them.
  expect(known.filter((route) => !routes.includes(route) && route !== 'GET /*')).toEqual([]);
});

test('get-session answers a valid cookie with its session and user, and an ended session or a token with null', async () => {
  const sessionFor = async (headers: Record<string, string>) =>
    (await fetch(`${product.url}/api/auth/get-session`, { headers })).json() as Promise<Json | null>;
  for (const role of roles) {
    const { token = 'x', cookie = 'x=y' } = people[role];
    expect([role, await sessionFor({ authorization: `Bearer ${token}` })]).toEqual([role, null]);
    const body = await sessionFor({ cookie });
    if (role === 'visitor' || role === 'deleted') expect([role, body]).toEqual([role, null]);
    if (body === null) continue;
    // The answer must name the user even if a second factor is due, because the page then asks for the code.
    expect(body).toMatchObject({ session: { aal: 'aal1' }, user: { id: body.session?.userId } });
    expect(Object.keys(body).sort()).toEqual(['session', 'user']);
    expect(Object.keys(body.session ?? {}).filter((name) => !ofSessions.includes(name))).toEqual([]);
    expect(Object.keys(body.user ?? {}).filter((name) => !ofUsers.includes(name))).toEqual([]);
  }
});

test('the server refuses a valid pass of one recording for any other recording', async () => {
  const theirs = await uploadRecording(product, others.token, Buffer.from(await recordingOf(3)));
  await expect
    .poll(async () => (await readJob(product, others.token, theirs)).status, { timeout: 15_000 })
    .toBe('completed');
  const sources = (await (await others.call(`/transcribe/${theirs}/listening`)).json()) as PlaybackSources;
  const pass = new URL(sources.audio.url, product.url).searchParams.get('pass') ?? '';
  const statusOf = async (recording: string, by: string) =>
    (await fetch(`${product.url}/api/transcribe/${recording}/media?pass=${by}`)).status;
  expect(await statusOf(theirs, pass)).toBe(200);
  expect(await statusOf(things.recording, pass)).toBe(401);
  expect(await statusOf(theirs, things.pass)).toBe(401);
  // The server must not accept a pass as a token either.
  expect(
    (await fetch(`${product.url}/api/profile`, { headers: { authorization: `Bearer ${pass}` } })).status,
  ).toBe(401);
});

// The owner comes last, because the owner's calls delete the data that the other roles need.
test.for(roles)('each route answers the role %s with the status of its row', async (role) => {
  const expected: Record<string, string> = {};
  const found: Record<string, string> = {};
  for (const each of rows) {
    const { route } = each;
    if (route === 'GET /*' && !routes.includes(route)) continue;
    const [method = ''] = route.split(' ');
    expected[route] = String(each.answers[role]);
    const { status, text, faults } = await ask(each, role, method);
    // Report the text of a wrong answer too.
    found[route] = String(status) === expected[route] ? expected[route] : `${status} ${text.slice(0, 300)}`;
    if (faults !== '') found[route] = faults;
    if (role !== 'owner' && text.includes(mark)) found[route] = 'reveals the owner’s data';
    if (method !== 'GET' || !routes.includes(`HEAD ${route.slice(4)}`)) continue;
    const { status: headStatus } = await ask(each, role, 'HEAD');
    if (headStatus !== status) found[route] = `${status}, and ${headStatus} to HEAD`;
  }
  expect(found).toEqual(expected);
});
