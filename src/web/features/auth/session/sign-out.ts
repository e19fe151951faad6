import { sessionStore } from './session-store.ts';

/** Longer than a successful save takes. */
const waitMs = 3_000;

/** A reason to ask for confirmation before sign-out. `isDone` resolves to true when the question is unnecessary. */
type SignOutBlocker = {
  isDone: () => Promise<boolean>;
  question: string;
  /** Requests that need the access token, which a sign-out deletes. They run once the sign-out is certain. */
  finish?: () => Promise<void>;
};
const signOutBlockers = new Set<SignOutBlocker>();

/** For features with unsaved data. Returns the function that unregisters it. */
export function beforeSignOut(work: SignOutBlocker): () => void {
  signOutBlockers.add(work);
  return () => void signOutBlockers.delete(work);
}

const waitedTooLong = () => new Promise<false>((resolve) => setTimeout(resolve, waitMs, false));

async function pendingQuestions(): Promise<string[]> {
  const tooLong = waitedTooLong();
  const asked = [...signOutBlockers].map(async ({ isDone, question }) => {
    const done = await Promise.race([isDone().catch(() => false), tooLong]);
    return done ? [] : [question];
  });
  return (await Promise.all(asked)).flat();
}

/** Ends the session in every tab, even without the server. The SignedInOnly guard then redirects to the sign-in. */
export async function signOut() {
  const questions = signOutBlockers.size > 0 ? await pendingQuestions() : [];
  // All questions share one dialog.
  if (questions.length > 0 && !window.confirm([...questions, 'Sair mesmo assim?'].join(' '))) return;
  const finishing = [...signOutBlockers].map(({ finish }) => finish?.());
  await Promise.race([Promise.allSettled(finishing), waitedTooLong()]);
  await sessionStore.signOut();
}
