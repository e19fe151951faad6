import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Challenge, EnrolledFactor, FactorVerified } from '#contract/factors.ts';
import { type apiClient, signedInUser } from './signed-in-user.ts';
import type { TestProduct } from './start-test-product.ts';

const stepMs = 30_000;

type Caller = Pick<Awaited<ReturnType<typeof apiClient>>, 'call'>;

/** Opens a clock for the product that the test controls. */
export function openTestClock() {
  let shiftMs = 0;
  const nowMs = () => Date.now() + shiftMs;
  return {
    now: () => new Date(nowMs()),
    nowMs,
    advance(ms: number) {
      shiftMs += ms;
    },
    /**
     * Moves the clock to the start of a code's step, so that the step does not end before the test sends the
     * code.
     */
    toStepStart() {
      shiftMs = 0;
      shiftMs = stepMs - (Date.now() % stepMs);
    },
  };
}
export type TestClock = ReturnType<typeof openTestClock>;

export async function expectJson<T>(answer: Response, status = 200): Promise<T> {
  const text = await answer.text();
  expect([answer.status, text]).toEqual([status, expect.anything()]);
  return JSON.parse(text) as T;
}
export const errorCodeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

export const enrolFactor = async ({ call }: Caller, body: object) =>
  expectJson<EnrolledFactor>(await call('/auth/factors', { body }), 201);
export const challengeFactor = async ({ call }: Caller, id: string) =>
  expectJson<Challenge>(await call(`/auth/factors/${id}/challenge`, { body: {} }));
export const verifyFactor = ({ call }: Caller, id: string, challengeId: string, code: string) =>
  call(`/auth/factors/${id}/verify`, { body: { challenge_id: challengeId, code } });

export const totpCode = (factor: EnrolledFactor, { nowMs }: TestClock, aheadMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(factor.totp?.secret ?? '') }).generate({
    timestamp: nowMs() + aheadMs,
  });
export const wrongTotpCode = (factor: EnrolledFactor, clock: TestClock) =>
  String((Number(totpCode(factor, clock)) + 500_000) % 1_000_000).padStart(6, '0');

/** Creates an account with a verified authenticator app. The app's code for the previous step is used up. */
export async function userWithFactor(product: TestProduct, clock: TestClock, name = 'Celular') {
  const user = await signedInUser(product);
  const factor = await enrolFactor(user, { factor_type: 'totp', friendly_name: name });
  const { id } = await challengeFactor(user, factor.id);
  const passed = await expectJson<FactorVerified>(
    await verifyFactor(user, factor.id, id, totpCode(factor, clock, -stepMs)),
  );
  return { user, factor, codes: passed.recovery_codes ?? [] };
}
