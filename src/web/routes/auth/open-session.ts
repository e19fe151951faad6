import { z } from 'zod';
import { callApi } from '../../api-client.ts';
import { CallbackError } from '../../features/auth-callback/callback-error.ts';
import { sessionStore } from '../../features/session/session-store.ts';
import { apiPaths } from '../../paths.ts';

const AnswerSchema = z.object({ session: z.object({ createdAt: z.string() }) }).nullable();

/** What a followed link left behind, told to the rest of the product. */
export async function openSession() {
  const answer = await callApi(apiPaths.session, {
    auth: 'cookie',
    parse: (found) => AnswerSchema.parse(found),
  }).catch((error: unknown) => {
    throw new CallbackError('session_unreadable', error);
  });
  if (answer === null) throw new CallbackError('session_missing');
  const { status } = await sessionStore.signedIn().catch((error: unknown) => {
    throw new CallbackError('authentication_failed', error);
  });
  if (status === 'signed_out') throw new CallbackError('user_missing');
  return { signedInAt: answer.session.createdAt, needsSecondFactor: status === 'second_factor' };
}
