import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Profile, ProfileSchema } from '#contract/profile.ts';
import { calendarMonth } from '#domain/format/calendar.ts';
import { users } from '#server/adapters/db/schema/auth.ts';
import { profiles, usageMonths } from '#server/adapters/db/schema/plans.ts';
import { ensureProfile } from '#server/features/profile/ensure-profile.ts';
import { mailsTo, openLink, waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser, signInAgain, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { queuedMails } from '#tests/helpers/test-queue.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

async function profileOf({ call }: Pick<TestUser, 'call'>): Promise<Profile> {
  const answer = await call('/profile');
  expect(answer.status).toBe(200);
  return ProfileSchema.parse(await answer.json());
}

const change = ({ call }: TestUser, body: object) => call('/profile', { method: 'PATCH', body });

/** The header of a PNG, padded to `bytes`. */
function png({ widthPx = 256, heightPx = 256, bytes = 60 } = {}) {
  const picture = Buffer.alloc(bytes);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(picture);
  picture.writeUInt32BE(widthPx, 16);
  picture.writeUInt32BE(heightPx, 20);
  return picture;
}
const dataUrl = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`;

test('the first sign-in creates the profile from the sign-up data, on the free plan', async () => {
  const ana = await signedInUser(product, { name: 'Ana Conceição', occupation: 'Professor(a)' });
  expect(await profileOf(ana)).toMatchObject({
    id: ana.userId,
    name: 'Ana Conceição',
    email: ana.account.email,
    avatar: null,
    plan: 'free',
    plan_name: 'Free',
    used_hours: 0,
    occupation: 'Professor(a)',
    has_password: true,
  });
});

test.each([
  ['basic-monthly', 'Básico mensal'],
  ['basic-annual', 'Básico anual'],
])('the plan name of %s includes its billing period', async (plan, plan_name) => {
  const duda = await signedInUser(product);
  await product.deps.db.update(profiles).set({ plan }).where(eq(profiles.id, duda.userId));
  expect(await profileOf(duda)).toMatchObject({ plan, plan_name });
  expect(await (await duda.call('/dashboard')).json()).toMatchObject({ plan_name });
});

test('reading a missing profile creates it', async () => {
  const bia = await signedInUser(product);
  await product.deps.db.delete(profiles).where(eq(profiles.id, bia.userId));
  expect(await profileOf(bia)).toMatchObject({ id: bia.userId, plan: 'free' });
});

test('the server sends one welcome mail despite ten parallel first calls, later sign-ins and explicit requests', async () => {
  const { account, ...caio } = await signedInUser(product);
  const { db } = product.deps;
  const welcome = /boas-vindas/i;
  await waitForMail(product.mailboxUrl, account.email, welcome);
  await db.delete(profiles).where(eq(profiles.id, caio.userId));
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? ensureProfile(product.deps, { userId: caio.userId })
        : caio.call('/welcome', { body: { email: account.email, name: account.name } }),
    ),
  );
  const other = 'alheio@exemplo.com';
  const asked = await caio.call('/welcome', { body: { email: other, name: 'Outro' } });
  expect(asked.status).toBe(202);
  await signInAgain(product, account);

  const welcomes = async () =>
    (await mailsTo(product.mailboxUrl, account.email)).filter(({ subject }) => welcome.test(subject)).length;
  // One of the first sign-in and one after this test deleted the profile.
  await expect.poll(welcomes, { timeout: 10_000 }).toBe(2);
  const queued = (await queuedMails(product.deps)).filter(
    ({ template, to }) => template === 'welcome' && to === account.email,
  );
  expect(queued).toHaveLength(2);
  expect(await mailsTo(product.mailboxUrl, other)).toEqual([]);
});

test('a sign-in fills empty profile fields from the provider and keeps chosen values', async () => {
  const dora = await signedInUser(product, { name: 'Dora Lima' });
  const { db } = product.deps;
  const image = 'https://lh3.googleusercontent.com/a/foto';
  await db.update(profiles).set({ name: '' }).where(eq(profiles.id, dora.userId));
  await db.update(users).set({ image }).where(eq(users.id, dora.userId));
  await signInAgain(product, dora.account);
  expect(await profileOf(dora)).toMatchObject({ name: 'Dora Lima', avatar: image });

  expect((await change(dora, { name: 'Dora', avatar: dataUrl(png()) })).status).toBe(200);
  await db.update(users).set({ name: 'Dora do Google' }).where(eq(users.id, dora.userId));
  await signInAgain(product, dora.account);
  expect(await profileOf(dora)).toMatchObject({ name: 'Dora', avatar: dataUrl(png()) });

  // A photo that was removed does not come back from the provider.
  expect((await change(dora, { avatar: null })).status).toBe(200);
  await signInAgain(product, dora.account);
  expect(await profileOf(dora)).toMatchObject({ avatar: null });
});

test('mails use the new name of the user', async () => {
  const eva = await signedInUser(product, { name: 'Eva Antiga' });
  const answer = await change(eva, { name: '  Zélia Nova ' });
  expect(await answer.json()).toMatchObject({ name: 'Zélia Nova', email: eva.account.email });
  await callAuth(product, '/request-password-reset', { body: { email: eva.account.email } });
  const mail = await waitForMail(product.mailboxUrl, eva.account.email, /redefina sua senha/i);
  expect(mail.text).toContain('Zélia');
});

test.each([
  ['plan', { plan: 'premium' }],
  ['used_hours', { used_hours: 0 }],
  ['id', { id: '00000000-0000-4000-8000-000000000000' }],
  ['email', { email: 'outro@exemplo.com' }],
  ['welcomed_at', { welcomed_at: null }],
  ['has_password', { has_password: false }],
])('mass assignment: the server refuses a profile change with %s', async (_field, body) => {
  const fabio = await signedInUser(product, { name: 'Fábio Reis' });
  const answer = await change(fabio, { name: 'Trocado', ...body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input' });
  expect(await profileOf(fabio)).toMatchObject({ name: 'Fábio Reis', plan: 'free', id: fabio.userId });
});

const avatarRefused = 'Envie uma imagem PNG, JPEG ou WebP de até 200 KB.';
const script = Buffer.from('<script>alert(1)</script>'.padEnd(60));
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

test.each([
  ['a script declared as PNG', dataUrl(script), avatarRefused],
  ['a PNG declared as JPEG', dataUrl(png(), 'image/jpeg'), avatarRefused],
  ['an SVG', dataUrl(svg, 'image/svg+xml'), avatarRefused],
  ['an SVG declared as WebP', dataUrl(svg, 'image/webp'), avatarRefused],
  ['a photo of 201 KB', dataUrl(png({ bytes: 201 * 1_024 })), avatarRefused],
  ['a photo of one byte more than 200 KB', dataUrl(png({ bytes: 204_801 })), avatarRefused],
  ['a photo without width', dataUrl(png({ widthPx: 0 })), avatarRefused],
  ['invalid base64', 'data:image/png;base64,iVBORw0KGgo', avatarRefused],
  ['an external address', 'https://rastreio.example/a.png', avatarRefused],
  ['too many pixels', dataUrl(png({ heightPx: 513 })), 'A imagem deve ter no máximo 512 × 512 pixels.'],
])('the server checks the content of a photo and refuses %s', async (_what, avatar, text) => {
  const gil = await photographer();
  const answer = await change(gil, { avatar });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: text, fields: { avatar: text } });
  expect(await profileOf(gil)).toMatchObject({ avatar: null });
});

let kept: Promise<TestUser> | undefined;
const photographer = () => {
  kept ??= signedInUser(product);
  return kept;
};

test('the server accepts a photo of exactly 200 KB and 512 pixels', async () => {
  const avatar = dataUrl(png({ widthPx: 512, heightPx: 512, bytes: 204_800 }));
  const hugo = await signedInUser(product);
  expect((await change(hugo, { avatar })).status).toBe(200);
  expect(await profileOf(hugo)).toMatchObject({ avatar });
});

test('the profile counts settled and reserved hours of the current month in São Paulo', async () => {
  const ines = await signedInUser(product);
  const { userId } = ines;
  await product.deps.db.insert(usageMonths).values([
    { userId, month: calendarMonth(new Date()), settledSeconds: 5_400, reservedSeconds: 1_800 },
    { userId, month: '2020-01-01', settledSeconds: 360_000 },
  ]);
  expect(await profileOf(ines)).toMatchObject({ used_hours: 2 });
});

test('an e-mail change confirmed by both addresses ends the other sessions and notifies the old address once', async () => {
  const joao = await signedInUser(product);
  const elsewhere = await signInAgain(product, joao.account);
  const { email } = joao.account;
  const newEmail = `novo.${email}`;
  const asked = await callAuth(product, '/change-email', {
    body: { newEmail },
    cookie: joao.cookie,
    headers: { authorization: `Bearer ${joao.token}` },
  });
  expect(asked.status).toBe(200);
  const open = async (link: string) =>
    expect((await openLink(link, { cookie: joao.cookie })).status).toBe(200);
  await open(await waitForLink(product.mailboxUrl, email, 'verify-email'));
  expect(await profileOf(joao)).toMatchObject({ email });
  await open(await waitForLink(product.mailboxUrl, newEmail, 'verify-email'));

  expect(await profileOf(joao)).toMatchObject({ email: newEmail });
  expect((await elsewhere.call('/profile')).status).toBe(401);
  const notice = /e-mail foi trocado/;
  await waitForMail(product.mailboxUrl, email, notice);
  await signInAgain(product, { ...joao.account, email: newEmail });
  const notices = (await mailsTo(product.mailboxUrl, email)).filter(({ subject }) => notice.test(subject));
  expect(notices).toHaveLength(1);
  expect((await mailsTo(product.mailboxUrl, newEmail)).filter(({ subject }) => notice.test(subject))).toEqual(
    [],
  );
});

test('the server refuses profile and welcome routes without a session', async () => {
  for (const [method, path] of [
    ['GET', '/profile'],
    ['PATCH', '/profile'],
    ['POST', '/welcome'],
  ] as const) {
    const answer = await fetch(`${product.url}/api${path}`, { method });
    expect(answer.status).toBe(401);
  }
});
