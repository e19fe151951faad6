/** The ids of the owner's data, from which the rows build addresses and bodies. */
export type Things = {
  recording: string;
  upload: string;
  factor: string;
  prompt: string;
  summary: string;
  pass: string;
};

export const roles = ['visitor', 'deleted', 'aal1', 'other', 'owner'] as const;
export type Role = (typeof roles)[number];

type Asked = { path?: string; body?: unknown; headers?: Record<string, string>; raw?: string };
export type Row = {
  route: string;
  answers: Record<Role, number>;
  ask: (things: Things, role: Role) => Asked;
};

type Given = Asked | ((things: Things, role: Role) => Asked);

const asking = (given: Given) => (typeof given === 'function' ? given : () => given);
const row = (route: string, answers: Record<Role, number>, given: Given = {}): Row => ({
  route,
  answers,
  ask: asking(given),
});

/** These routes need no authentication. */
const open = (route: string, status: number, given?: Given) =>
  row(route, { visitor: status, deleted: status, aal1: status, other: status, owner: status }, given);

/** These routes return the caller's own data, after the second factor if one is due. */
const own = (route: string, status: number, given?: Given) =>
  row(route, { visitor: 401, deleted: 401, aal1: 403, other: status, owner: status }, given);

/** These routes verify a second factor, so they accept aal1. They do not find the factors of other accounts. */
const atAnyLevel = (route: string, owner: number, others: number, given?: Given) =>
  row(route, { visitor: 401, deleted: 401, aal1: others, other: others, owner }, given);

/** These routes return a resource of the owner, which other accounts do not find. */
const owned = (route: string, owner: number, given?: Given) =>
  row(route, { visitor: 401, deleted: 401, aal1: 403, other: 404, owner }, given);

/** These routes read the session cookie. */
const byCookie = (route: string, signedIn: number, signedOut: number) =>
  row(route, {
    visitor: signedOut,
    deleted: signedOut,
    aal1: signedIn,
    other: signedIn,
    owner: signedIn,
  });

const unknownId = '00000000-0000-4000-8000-000000000000';
const tus = { 'tus-resumable': '1.0.0' };
const audioType = 'application/offset+octet-stream';
const passwordOf = (role: Role) => ({
  current_password: 'Segredo-forte-1',
  new_password: `Outra-senha-${role}-7`,
});

/** One row for each route of the router, in the order of the calls. Routes that delete data come late. */
export const rows: readonly Row[] = [
  open('GET /health/live', 200),
  open('GET /health/ready', 200),
  open('GET /metrics', 404),
  open('GET /.well-known/jwks.json', 200),
  open('GET /*', 200, { path: '/dashboard/transcricoes' }),
  open('GET /api/docs', 200),
  open('HEAD /api/docs/', 200),
  open('GET /api/docs/json', 200),
  open('GET /api/docs/yaml', 200),
  open('GET /api/docs/static/*', 404, { path: '/api/docs/static/nada' }),
  open('GET /api/docs/static/index.html', 302),
  open('GET /api/docs/static/swagger-initializer.js', 200),
  open('GET /api/plans', 200),
  open('GET /api/installation', 200),
  open('POST /api/contact', 400, { body: {} }),
  // The server accepts anonymous calls, but refuses an invalid token.
  row('POST /api/feedback', { visitor: 400, deleted: 401, aal1: 403, other: 400, owner: 400 }, { body: {} }),
  open('POST /api/interest', 400, { body: {} }),
  open('POST /api/stripe/webhook', 400, { body: { type: 'customer.subscription.updated' } }),

  open('POST /api/auth/sign-up/email', 400, { body: {} }),
  open('POST /api/auth/sign-in/email', 400, { body: {} }),
  open('POST /api/auth/sign-in/magic-link', 400, { body: {} }),
  open('POST /api/auth/sign-in/social', 400, { body: {} }),
  open('POST /api/auth/send-verification-email', 400, { body: {} }),
  open('POST /api/auth/request-password-reset', 400, { body: {} }),
  open('POST /api/auth/reset-password', 400, { body: {} }),
  open('POST /api/auth/open-link', 401, { body: { kind: 'magic-link', token: 'x', pressed: true } }),
  open('GET /api/auth/verify-email', 302, { path: '/api/auth/verify-email?token=x' }),
  open('GET /api/auth/magic-link/verify', 302, { path: '/api/auth/magic-link/verify?token=x' }),
  open('GET /api/auth/reset-password/:token', 302, { path: '/api/auth/reset-password/x?callbackURL=/x' }),
  open('GET /api/auth/callback/google', 302, { path: '/api/auth/callback/google?state=x&code=x' }),
  open('GET /api/auth/get-session', 200),
  byCookie('GET /api/auth/token', 200, 401),

  own('GET /api/profile', 200),
  own('PATCH /api/profile', 200, (_things, role) => ({ body: { name: `Nome de ${role}` } })),
  own('POST /api/support', 201, { body: { subject: 'Outro', message: 'Uma pergunta.' } }),
  own('POST /api/welcome', 202, { body: {} }),
  own('GET /api/auth/plan', 200),
  own('GET /api/auth/plan/days', 200),
  own('GET /api/auth/storage', 200),
  own('GET /api/dashboard', 200),
  own('GET /api/billing', 200),
  own('GET /api/stripe/history', 200),
  own('GET /api/stripe/credit', 200),
  own('POST /api/stripe/create-session', 200, { body: { planId: 'basic-monthly' } }),
  own('GET /api/stripe/change-preview', 409, { path: '/api/stripe/change-preview?planId=basic-annual' }),
  own('POST /api/stripe/update-subscription', 409, { body: { newPlanId: 'basic-annual' } }),
  own('POST /api/stripe/cancel-subscription', 409),
  own('POST /api/stripe/resume-subscription', 409),
  own('POST /api/stripe/refund', 404, { body: { paymentIntentId: 'pi_1' } }),
  own('POST /api/stripe/portal', 200),
  own('POST /api/stripe/sync', 200),
  own('GET /api/account/sessions', 200),
  own('GET /api/account/session/events', 200),
  own('GET /api/account/export', 200),
  own('GET /api/auth/proof', 200),
  own('POST /api/auth/proof/password', 204, { body: { password: 'Segredo-forte-1' } }),
  own('POST /api/auth/proof/code-mail', 403),
  own('POST /api/auth/proof/code', 403, { body: { code: '123456' } }),
  own('POST /api/auth/change-email', 200, (_things, role) => ({
    body: { newEmail: `${role}@novo.example` },
  })),

  own('GET /api/transcriptions', 200),
  own('GET /api/transcriptions/events', 200),
  own('GET /api/transcriptions/names', 200),
  own('POST /api/transcriptions/example', 201),
  // The same sound for everybody: a player sends no token.
  open('GET /api/transcriptions/example/sound', 200),
  own('POST /api/transcribe', 400, { body: { uploadId: 'x' } }),
  owned('GET /api/transcribe/:id', 200),
  owned('GET /api/transcribe/:id/events', 200),
  owned('GET /api/transcribe/:id/found', 200),
  owned('GET /api/transcribe/:id/checks', 200),
  owned('GET /api/transcribe/:id/marks', 200),
  owned('GET /api/transcribe/:id/unfamiliar-words', 200),
  owned('GET /api/transcribe/:id/listening', 200),
  owned('GET /api/transcribe/:id/originals', 200),
  row(
    'GET /api/transcribe/:id/media',
    { visitor: 401, deleted: 401, aal1: 401, other: 401, owner: 200 },
    ({ recording, pass }, role) => ({
      // A player sends no token, so its URL contains a pass for the owner's session.
      path: `/api/transcribe/${recording}/media?pass=${role === 'owner' ? pass : [...pass].toReversed().join('')}`,
    }),
  ),
  owned('GET /api/transcribe/:id/srt', 200),
  owned('GET /api/transcribe/:id/vtt', 200),
  owned('GET /api/transcribe/:id/docx', 403),
  owned('GET /api/transcribe/:id/marks.docx', 403),
  owned('GET /api/transcribe/:id/marks.md', 403),
  owned('GET /api/transcribe/:id/txt', 403),
  owned('GET /api/transcribe/:id/pdf', 403),
  owned('GET /api/transcribe/:id/json', 403),
  owned('PUT /api/transcribe/:id', 204, { body: { title: 'Outro nome' } }),
  owned('PATCH /api/transcribe/:id/text', 200, { body: { revision: 1, changes: [] } }),
  owned('PATCH /api/transcribe/:id/checks', 200, { body: { checked: [], unchecked: [0] } }),
  owned('PUT /api/transcribe/:id/marks/:markId', 200, ({ recording }) => ({
    path: `/api/transcribe/${recording}/marks/${unknownId}`,
    body: { quote: 'Bom dia', passage: 0, offset: 0, start_ms: null, end_ms: null, note: '' },
  })),
  owned('DELETE /api/transcribe/:id/marks/:markId', 204, ({ recording }) => ({
    path: `/api/transcribe/${recording}/marks/${unknownId}`,
  })),
  owned('PUT /api/transcribe/:id/voices', 409, { body: { voices: 2 } }),
  owned('POST /api/transcribe/:id/retry', 409),

  owned('GET /api/transcribe/:id/summaries', 200),
  owned('GET /api/transcribe/:id/summary/events', 200),
  owned('POST /api/summary/generate', 200, ({ recording }) => ({
    body: { jobId: recording, customPrompt: 'Resuma a aula em um parágrafo.' },
  })),
  owned('GET /api/summaries/:id/md', 403),
  owned('GET /api/summaries/:id/docx', 403),
  owned('GET /api/summaries/:id/pdf', 403),
  own('GET /api/prompts', 200),
  own('POST /api/prompts', 201, { body: { name: 'Ata', prompt: 'Escreva a ata da reunião.' } }),
  owned('DELETE /api/prompts/:id', 204),

  own('POST /api/uploads', 201, {
    headers: { ...tus, 'upload-length': '5', 'upload-metadata': 'filename YQ==' },
  }),
  owned('HEAD /api/uploads/:id', 200, { headers: tus }),
  owned('PATCH /api/uploads/:id', 204, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': audioType },
    raw: 'abcde',
  }),
  owned('DELETE /api/uploads/:id', 204, { headers: tus }),

  atAnyLevel('GET /api/auth/factors', 200, 200),
  atAnyLevel('POST /api/auth/factors/:factorId/challenge', 200, 404, { body: {} }),
  atAnyLevel('POST /api/auth/factors/:factorId/verify', 409, 404, {
    body: { challenge_id: unknownId, code: '000000' },
  }),
  atAnyLevel('POST /api/auth/factors/recovery', 400, 400, { body: { code: 'aaaaa-aaaaa' } }),
  own('POST /api/auth/factors', 201, { body: { factor_type: 'totp', friendly_name: 'Outro' } }),
  own('POST /api/auth/factors/recovery-codes', 409),
  owned('DELETE /api/auth/factors/:factorId', 204),

  own('POST /api/transcriptions/delete', 200, ({ recording }) => ({ body: { ids: [recording] } })),
  own('POST /api/transcriptions/states', 200, ({ recording }) => ({ body: { ids: [recording] } })),
  own('POST /api/transcriptions/restore', 200, ({ recording }) => ({ body: { ids: [recording] } })),
  owned('DELETE /api/transcribe/:id', 204),
  own('POST /api/account/sessions/end-others', 204),
  own('POST /api/account/password', 204, (_things, role) => ({ body: passwordOf(role) })),
  own('DELETE /api/auth/me', 204),
  open('POST /api/auth/sign-out', 200),
];
