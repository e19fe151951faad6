import { queryOptions } from '@tanstack/react-query';
import {
  type EnrolFactor,
  EnrolledFactorSchema,
  type Factor,
  FactorListSchema,
  RecoveryCodesSchema,
} from '#contract/factors.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => callApi(apiPaths.factors, { signal, parse: FactorListSchema.parse }),
});

export const enrolFactor = (body: EnrolFactor) =>
  callApi(apiPaths.factors, { method: 'POST', body, parse: EnrolledFactorSchema.parse });

/** Leaves a factor behind whose enrolment the user gave up. */
export const dropFactor = ({ id }: Pick<Factor, 'id'>) =>
  callApi(apiPaths.factor(id), { method: 'DELETE', asksForProof: false });

export const removeFactor = ({ id }: Pick<Factor, 'id'>) =>
  callApi(apiPaths.factor(id), { method: 'DELETE' });

export const renewRecoveryCodes = () =>
  callApi(apiPaths.recoveryCodes, { method: 'POST', body: {}, parse: RecoveryCodesSchema.parse });

/** The visible digits of a masked number: "•••• 9999" gives "9999". */
export const lastDigits = (phone: string | null) => phone?.replaceAll(/\D/g, '') ?? '';
