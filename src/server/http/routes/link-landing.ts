export const callbackPath = '/auth/callback';
export const resetPath = '/redefinir-senha';

/**
 * Where the link of a mail ends. A stranger may ask for the mail, and the owner gets no second one meanwhile. A link
 * that ended on another page would be useless. The query for the callback page stays.
 */
export function callbackLanding(callbackURL: string | undefined): string {
  const path = callbackURL?.split(/[?#]/, 1)[0];
  return callbackURL !== undefined && path === callbackPath ? callbackURL : callbackPath;
}
