import { queryOptions } from '@tanstack/react-query';
import { type ProfileChange, ProfileSchema } from '#contract/profile.ts';
import { apiPaths } from '../../../api/api-paths.ts';
import { callApi } from '../../../api/client.ts';
import { paths } from '../../../app/paths.ts';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.profile, { signal, parse: (answer) => ProfileSchema.parse(answer) }),
});

export function saveProfile(change: ProfileChange) {
  return callApi(apiPaths.profile, {
    method: 'PATCH',
    body: change,
    parse: (answer) => ProfileSchema.parse(answer),
  });
}

export function changePassword(newPassword: string) {
  return callApi(apiPaths.password, {
    method: 'POST',
    body: { new_password: newPassword },
    parse: () => undefined,
  });
}

/** Both links of an e-mail change, to the old and to the new address, return to this page. */
export const emailChangeMark = { name: 'email', value: 'confirmado' } as const;

export function requestEmailChange(newEmail: string) {
  return callApi(apiPaths.emailChange, {
    method: 'POST',
    body: { newEmail, callbackURL: `${paths.account}?${emailChangeMark.name}=${emailChangeMark.value}` },
    parse: () => undefined,
  });
}
