import { ChallengeSchema, type Factor, FactorListSchema, FactorVerifiedSchema } from '#contract/factors.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export function listFactors() {
  return callApi(apiPaths.factors, { parse: (answer) => FactorListSchema.parse(answer) });
}

export function startChallenge({ id, factor_type }: Factor) {
  return callApi(apiPaths.factorChallenge(id), {
    method: 'POST',
    body: factor_type === 'phone' ? { channel: 'sms' } : {},
    parse: (answer) => ChallengeSchema.parse(answer),
  });
}

export function verifyFactor({ id }: Factor, answer: { challenge_id: string; code: string }) {
  return callApi(apiPaths.factorVerify(id), {
    method: 'POST',
    body: answer,
    parse: (passed) => FactorVerifiedSchema.parse(passed),
  });
}

export function passByRecoveryCode(code: string) {
  return callApi(apiPaths.recovery, {
    method: 'POST',
    body: { code },
    parse: (passed) => FactorVerifiedSchema.parse(passed),
  });
}
