import { sessionStore } from './session-store.ts';

/** Ends the session here and in every tab, also while the server is away; the guard then leads to the sign-in. */
export const signOut = () => sessionStore.signOut();
