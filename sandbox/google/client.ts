/** The one client that the provider knows; the product's configuration holds the same two values. */
export const googleClientId = 'sandbox-google';
export const googleClientSecret = 'sandbox-google-secret';

const callbackPath = '/api/auth/callback/google';

/** As for Google's own clients on a developer's machine, any port of these two names will do. */
export const googleRedirectUris = [
  `http://localhost${callbackPath}`,
  `http://127.0.0.1${callbackPath}`,
] as const;
