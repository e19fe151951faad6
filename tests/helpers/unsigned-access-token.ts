const lifetimeS = 900;
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Makes an access token for the browser. Its signature is fake, because the browser never verifies it. */
export function unsignedAccessToken(claims: Record<string, unknown>, issuedAtMs = Date.now()): string {
  const iat = Math.floor(issuedAtMs / 1_000);
  const payload = { aal: 'aal1', next_aal: 'aal1', iat, exp: iat + lifetimeS, ...claims };
  return `${encoded({ alg: 'EdDSA', typ: 'JWT' })}.${encoded(payload)}.none`;
}
