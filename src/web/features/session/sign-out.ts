import { sessionStore } from './session-store.ts';

/** Longer than a save takes that is going to succeed. */
const waitMs = 3_000;

/** What must be with the server before nobody is signed in any more; true once it is. */
type LastWork = () => Promise<boolean>;
const lastWorks = new Set<LastWork>();

/** Said by who keeps something that signing out would throw away. Gives the way to take it back. */
export function beforeSignOut(work: LastWork): () => void {
  lastWorks.add(work);
  return () => void lastWorks.delete(work);
}

const notSaved = 'Há texto que ainda não foi salvo e que será perdido. Sair mesmo assim?';

async function isAllSaved(): Promise<boolean> {
  const tooLong = new Promise<boolean>((resolve) => setTimeout(resolve, waitMs, false));
  const all = Promise.all([...lastWorks].map((work) => work().catch(() => false)));
  return Promise.race([all.then((saved) => saved.every(Boolean)), tooLong]);
}

/** Ends the session here and in every tab, also while the server is away; the guard then leads to the sign-in. */
export async function signOut() {
  if (lastWorks.size > 0 && !(await isAllSaved()) && !window.confirm(notSaved)) return;
  await sessionStore.signOut();
}
