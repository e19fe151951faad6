import { queryOptions } from '@tanstack/react-query';
import { ProofSchema } from '#contract/proof.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi } from '#web/api/client.ts';

/** Never cached, because another tab may have enabled a second factor. */
export const proofQuery = queryOptions({
  queryKey: ['proof'],
  queryFn: ({ signal }) => callApi(apiPaths.proof, { signal, parse: ProofSchema.parse }),
  gcTime: 0,
});

const post = (path: string, body: unknown) => callApi(path, { method: 'POST', body });

export const proveByPassword = (password: string) => post(apiPaths.proofPassword, { password });
export const mailProofCode = () => post(apiPaths.proofCodeMail, {});
export const proveByCode = (code: string) => post(apiPaths.proofCode, { code });
