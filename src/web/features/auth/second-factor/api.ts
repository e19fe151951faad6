import { queryOptions } from '@tanstack/react-query';
import {
  type EnrolFactor,
  EnrolledFactorSchema,
  type Factor,
  FactorListSchema,
  RecoveryCodesSchema,
} from '#contract/factors.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.factors, { signal, parse: (answer) => FactorListSchema.parse(answer) }),
});

export function enrolFactor(factor: EnrolFactor) {
  return callApi(apiPaths.factors, {
    method: 'POST',
    body: factor,
    parse: (answer) => EnrolledFactorSchema.parse(answer),
  });
}

export function removeFactor({ id }: Pick<Factor, 'id'>) {
  return callApi(apiPaths.factor(id), { method: 'DELETE', parse: () => undefined });
}

export function renewRecoveryCodes() {
  return callApi(apiPaths.recoveryCodes, {
    method: 'POST',
    body: {},
    parse: (answer) => RecoveryCodesSchema.parse(answer),
  });
}

/** The visible digits of a masked number: "•••• 9999" gives "9999". */
export function lastDigits(phone: string | null) {
  return phone?.replaceAll(/\D/g, '') ?? '';
}
