import { errors, type JWTPayload, jwtVerify } from 'jose';

async function signedPayload(token: string, secret: string): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] })).payload;
  } catch (error) {
    // The signature is checked first: this one was ours, and only its hour is over.
    if (error instanceof errors.JWTExpired) return error.payload;
    return undefined;
  }
}

/**
 * The address that a link confirms, also after its hour. Only a token with our signature tells one: with a token of
 * their own, strangers could ask whether an address is confirmed.
 */
export async function emailInConfirmation(token: string, secret: string): Promise<string | undefined> {
  const { email, updateTo } = (await signedPayload(token, secret)) ?? {};
  return typeof email === 'string' && updateTo === undefined ? email : undefined;
}
