import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, DashboardSchema } from '#contract/dashboard.ts';
import { UsageDaysSchema } from '#contract/plan-usage.ts';
import { calendarDay, calendarMonth, nextMonth } from '#domain/format/calendar.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';

let product: TestProduct;
/** Undefined: the real clock. */
let stoppedAt: Date | undefined;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' }, { now: () => stoppedAt ?? new Date() });
}, 60_000);
afterAll(() => product.close());

async function dashboardOf({ call }: TestUser): Promise<Dashboard> {
  const answer = await call('/dashboard');
  expect(answer.status).toBe(200);
  return DashboardSchema.parse(await answer.json());
}
async function daysOf({ call }: TestUser) {
  const answer = await call('/auth/plan/days');
  expect(answer.status).toBe(200);
  return UsageDaysSchema.parse(await answer.json()).days;
}
const keep = (
  { userId }: TestUser,
  changes: Partial<Parameters<typeof insertTranscription>[1]> = {},
  text?: string[],
) => insertTranscription(product.deps, { userId, ...changes }, text);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('the dashboard of a new account shows its plan and no transcription, and its days are unused', async () => {
  const ana = await signedInUser(product);
  const today = new Date();
  const dashboard = await dashboardOf(ana);
  expect(dashboard).toMatchObject({
    usage: { plan: 'free', usedHours: 0, hoursLimit: 5, maxFileMinutes: 10 },
    plan_name: expect.stringMatching(/\S/),
    used_minutes: 0,
    renews_on: nextMonth(calendarMonth(today)),
    completed_this_month: 0,
    recent: [],
    has_any: false,
  });
  const days = await daysOf(ana);
  expect(days.map(({ day }) => day)).toEqual(
    Array.from(
      { length: Number(calendarDay(today).slice(-2)) },
      (_, at) => `${calendarMonth(today).slice(0, 8)}${String(at + 1).padStart(2, '0')}`,
    ),
  );
  expect(days.every(({ minutes }) => minutes === 0)).toBe(true);
});

test('the dashboard shows the five latest finished transcriptions with an excerpt', async () => {
  const bia = await signedInUser(product);
  const text = `Começamos às nove.\n\n  ${'palavra '.repeat(40)}fim.`;
  await keep(bia, { title: 'Longa', createdAt: minutesAgo(0.1), durationMs: 90_000 }, [text]);
  await keep(bia, { title: null, fileName: 'curta.mp3', createdAt: minutesAgo(0.2) }, ['Só isto.']);
  await keep(bia, { title: 'Sem texto', createdAt: minutesAgo(0.3) });
  await keep(bia, { title: 'Em andamento', status: 'processing', createdAt: minutesAgo(0.05) });
  await keep(bia, { title: 'Apagada', isDeleted: true, createdAt: minutesAgo(0.05) });
  for (const number of [4, 5, 6])
    await keep(bia, { title: `Aula ${number}`, createdAt: minutesAgo(number / 10) });
  const { recent, has_any, completed_this_month } = await dashboardOf(bia);
  expect(recent.map(({ title }) => title)).toEqual(['Longa', null, 'Sem texto', 'Aula 4', 'Aula 5']);
  expect(recent[0]).toMatchObject({ audio_duration: 90, created_at: expect.stringMatching(/Z$/) });
  expect(recent[0]?.excerpt).toMatch(/^Começamos às nove\. palavra .* palavra…$/);
  expect(recent[0]?.excerpt.length).toBeLessThanOrEqual(120);
  expect(recent.slice(1, 3).map(({ excerpt }) => excerpt)).toEqual(['Só isto.', '']);
  expect({ has_any, completed_this_month }).toEqual({ has_any: true, completed_this_month: 6 });
});

test('the dashboard shows running transcriptions in the order of their turns, then those that failed in the last day', async () => {
  const flora = await signedInUser(product);
  await keep(flora, { title: 'Falhou', status: 'error', reason: 'no_audio', createdAt: minutesAgo(60) });
  await keep(flora, { title: 'Falhou depois', status: 'failed', createdAt: minutesAgo(30) });
  await keep(flora, { title: 'Falhou anteontem', status: 'failed', createdAt: minutesAgo(2 * 1_440) });
  await keep(flora, { title: 'Segunda', status: 'pending', createdAt: minutesAgo(2) });
  await keep(flora, { title: 'Primeira', status: 'pending', createdAt: minutesAgo(3) });
  await keep(flora, {
    title: 'Ouvindo',
    status: 'processing',
    createdAt: minutesAgo(1),
    durationMs: 100_000,
    heardMs: 50_000,
    startedAt: minutesAgo(1),
  });
  await keep(flora, { title: 'Apagada', status: 'processing', isDeleted: true });
  await keep(flora, { title: 'Pronta' });
  const { unfinished, running_count, recent } = await dashboardOf(flora);
  expect(unfinished.map(({ title }) => title)).toEqual([
    'Ouvindo',
    'Primeira',
    'Segunda',
    'Falhou depois',
    'Falhou',
  ]);
  expect(running_count).toBe(3);
  expect(recent.map(({ title }) => title)).toEqual(['Pronta']);
  expect(unfinished[0]).toMatchObject({ status: 'processing', audio_duration: 100 });
  expect(unfinished[0]?.progress.percent).toBeGreaterThan(49);
  expect(unfinished[0]?.progress.seconds_left).toBeGreaterThan(50);
  expect(unfinished[4]?.reason_text).toBe(
    'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  );

  for (const minutes of [4, 5, 6]) await keep(flora, { status: 'pending', createdAt: minutesAgo(minutes) });
  const busy = await dashboardOf(flora);
  expect(busy.unfinished.map(({ status }) => status)).toEqual(['processing', ...Array(4).fill('pending')]);
  expect(busy.running_count).toBe(6);
});

test('the days count minutes of deleted transcriptions too, but not of returned ones and examples', async () => {
  const caio = await signedInUser(product);
  const now = new Date();
  await keep(caio, { createdAt: now, usageSeconds: 90 });
  await keep(caio, { createdAt: now, usageSeconds: 60, isDeleted: true });
  await keep(caio, { createdAt: now, usageSeconds: 30, status: 'processing', usageState: 'reserved' });
  await keep(caio, { createdAt: now, usageSeconds: 600, status: 'failed', usageState: 'returned' });
  await keep(caio, { createdAt: now, usageSeconds: 600, isExample: true });
  await product.deps.db.execute(sql`
    insert into usage_months (user_id, month, settled_seconds, reserved_seconds)
    values (${caio.userId}, ${calendarMonth(now)}, 150, 30)`);
  const { used_minutes, completed_this_month, recent } = await dashboardOf(caio);
  expect((await daysOf(caio)).find(({ day }) => day === calendarDay(now))).toEqual({
    day: calendarDay(now),
    minutes: 3,
  });
  expect(used_minutes).toBeCloseTo(3, 6);
  expect(completed_this_month).toBe(1);
  expect(recent).toHaveLength(2);
});

test('the dashboard shows nothing of other users', async () => {
  const [davi, other] = [await signedInUser(product), await signedInUser(product)];
  await keep(other, {}, ['Segredo.']);
  expect(await dashboardOf(davi)).toMatchObject({ completed_this_month: 0, recent: [], has_any: false });
  expect((await fetch(`${product.url}/api/dashboard`)).status).toBe(401);
});

test('the month changes at midnight in São Paulo, not in UTC', async () => {
  const eva = await signedInUser(product);
  // UTC-3 all year. In the past, because a token does not last until another month.
  const midnight = new Date(`${calendarMonth(new Date())}T03:00:00Z`);
  const lastSecond = new Date(midnight.getTime() - 1_000);
  await keep(eva, { title: 'Antes', createdAt: lastSecond, usageSeconds: 60 });
  await keep(eva, { title: 'Depois', createdAt: midnight, usageSeconds: 120 });
  try {
    stoppedAt = midnight;
    const after = await dashboardOf(eva);
    expect(after.recent.map(({ title }) => title)).toEqual(['Depois']);
    expect(after).toMatchObject({
      completed_this_month: 1,
      renews_on: nextMonth(calendarMonth(midnight)),
    });
    expect(await daysOf(eva)).toEqual([{ day: calendarDay(midnight), minutes: 2 }]);
    stoppedAt = lastSecond;
    const before = await dashboardOf(eva);
    expect(before.renews_on).toBe(calendarMonth(midnight));
    const days = await daysOf(eva);
    expect(days.at(-1)).toEqual({ day: calendarDay(lastSecond), minutes: 1 });
    expect(days.filter(({ minutes }) => minutes > 0)).toHaveLength(1);
    expect(before.recent.map(({ title }) => title)).toContain('Antes');
  } finally {
    stoppedAt = undefined;
  }
});
