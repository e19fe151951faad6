import { sessionStore } from './session-store.ts';

/** Longer than a save takes that is going to succeed. */
const waitMs = 3_000;

/** What keeps somebody from leaving without a word, and the question it puts; true once there is nothing to ask. */
type SignOutBlocker = { isDone: () => Promise<boolean>; question: string };
const signOutBlockers = new Set<SignOutBlocker>();

/** Said by who keeps something of the person's. Gives the way to take it back. */
export function beforeSignOut(work: SignOutBlocker): () => void {
  signOutBlockers.add(work);
  return () => void signOutBlockers.delete(work);
}

async function pendingQuestions(): Promise<string[]> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, waitMs, false));
  const asked = [...signOutBlockers].map(async ({ isDone, question }) => {
    const done = await Promise.race([isDone().catch(() => false), tooLong]);
    return done ? [] : [question];
  });
  return (await Promise.all(asked)).flat();
}

/** Ends the session here and in every tab, also while the server is away; the guard then leads to the sign-in. */
export async function signOut() {
  const questions = signOutBlockers.size > 0 ? await pendingQuestions() : [];
  // One question for all: nobody is stopped twice on the way out.
  if (questions.length > 0 && !window.confirm([...questions, 'Sair mesmo assim?'].join(' '))) return;
  await sessionStore.signOut();
}
