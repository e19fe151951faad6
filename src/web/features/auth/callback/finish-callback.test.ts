import { expect, test } from 'vitest';
import type { Profile } from '#contract/profile.ts';
import { CallbackError } from './callback-error.ts';
import { finishCallback } from './finish-callback.ts';

const signedInAt = '2026-11-21T12:00:00.000Z';

function profile(created_at: string): Profile {
  return {
    id: 'f6b5a1de-34a1-4d0a-9a52-0d0b6f2a8a11',
    name: 'Ana',
    email: 'ana@exemplo.com',
    avatar: null,
    plan: 'free',
    used_hours: 0,
    occupation: null,
    use_case: null,
    how_found: null,
    created_at,
    updated_at: created_at,
    has_password: false,
    plan_name: 'Free',
  };
}

/** Records the steps in order. `changes` replaces single steps. */
function followed(changes: Partial<Parameters<typeof finishCallback>[0]> = {}) {
  const steps: string[] = [];
  const end = finishCallback({
    sinceOpenedMs: 0,
    wait: async (ms) => void steps.push(`waited ${ms}`),
    openSession: async () => {
      steps.push('session');
      return { signedInAt, needsSecondFactor: false };
    },
    loadProfile: async () => {
      steps.push('profile');
      return profile('2026-11-20T12:00:00.000Z');
    },
    requestWelcome: async ({ email, name }) => void steps.push(`welcome ${name} ${email}`),
    ...changes,
  });
  return { end, steps };
}

test('the callback loads the session during the 1.5 s, the profile after them, and ends 1 s later', async () => {
  const { end, steps } = followed();
  expect(await end).toBe('signed_in');
  expect(steps).toEqual(['session', 'waited 1500', 'profile', 'waited 1000']);
});

test.each([['2026-11-21T11:59:59.990Z'], [signedInAt], ['2026-11-21T12:00:00.400Z']])(
  'a profile created by this sign-in, at %s, triggers the welcome mail',
  async (madeAt) => {
    const { end, steps } = followed({
      loadProfile: async () => {
        steps.push('profile');
        return profile(madeAt);
      },
    });
    expect(await end).toBe('signed_in');
    expect(steps).toEqual([
      'session',
      'waited 1500',
      'profile',
      'welcome Ana ana@exemplo.com',
      'waited 1000',
    ]);
  },
);

test('a failed welcome request does not block the sign-in', async () => {
  const { end } = followed({
    loadProfile: async () => profile(signedInAt),
    requestWelcome: () => Promise.reject(new Error('away')),
  });
  expect(await end).toBe('signed_in');
});

test('an account with a second factor passes it before any data is loaded', async () => {
  const { end, steps } = followed({
    openSession: async () => ({ signedInAt, needsSecondFactor: true }),
  });
  expect(await end).toBe('second_factor');
  expect(steps).toEqual(['waited 1500']);
});

test('a failed step rejects with its cause', async () => {
  const { end } = followed({ loadProfile: () => Promise.reject(new CallbackError('profile_failed')) });
  await expect(end).rejects.toMatchObject({ callbackCause: 'profile_failed' });
});

test.each([
  [400, 'waited 1100'],
  [1_900, 'waited 0'],
])('%i ms of loading the page count towards the delay', async (sinceOpenedMs, waited) => {
  const { end, steps } = followed({ sinceOpenedMs });
  expect(await end).toBe('signed_in');
  expect(steps).toEqual(['session', waited, 'profile', 'waited 1000']);
});

test('if the server refuses the session at once, the callback reports it only after the delay', async () => {
  const { end, steps } = followed({
    openSession: () => Promise.reject(new CallbackError('session_missing')),
  });
  await expect(end).rejects.toMatchObject({ callbackCause: 'session_missing' });
  expect(steps).toEqual(['waited 1500']);
});
