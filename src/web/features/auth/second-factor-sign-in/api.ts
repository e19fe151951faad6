import { ChallengeSchema, type Factor, FactorListSchema, FactorVerifiedSchema } from '#contract/factors.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

export const listFactors = () => callApi(apiPaths.factors, { parse: FactorListSchema.parse });

export function startChallenge({ id, factor_type }: Factor) {
  const body = factor_type === 'phone' ? { channel: 'sms' } : {};
  return callApi(apiPaths.factorChallenge(id), { method: 'POST', body, parse: ChallengeSchema.parse });
}

export const verifyFactor = ({ id }: Factor, body: { challenge_id: string; code: string }) =>
  callApi(apiPaths.factorVerify(id), { method: 'POST', body, parse: FactorVerifiedSchema.parse });

export const passByRecoveryCode = (code: string) =>
  callApi(apiPaths.recovery, { method: 'POST', body: { code }, parse: FactorVerifiedSchema.parse });
