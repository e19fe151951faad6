export const callbackPath = '/auth/callback';
export const resetPath = '/redefinir-senha';

/**
 * Where the link of a mail ends. A stranger may ask for the mail, and the owner waits for no second one: a link that
 * ended on another page would be of no use. What the callback page is told is kept.
 */
export function callbackLanding(callbackURL: string | undefined): string {
  const path = callbackURL?.split(/[?#]/, 1)[0];
  return callbackURL !== undefined && path === callbackPath ? callbackURL : callbackPath;
}
