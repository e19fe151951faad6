type CookieAttributes = {
  path?: string | undefined;
  domain?: string | undefined;
  secure?: boolean | undefined;
  maxAge: number;
};

/** A Set-Cookie header, for answers that Better Auth does not write itself. Scripts cannot read the cookie. */
export function setCookieHeader(name: string, value: string, attributes: CookieAttributes): string {
  const { path = '/', domain, secure = false, maxAge } = attributes;
  const where = domain === undefined ? `Path=${path}` : `Path=${path}; Domain=${domain}`;
  return `${name}=${value}; Max-Age=${maxAge}; ${where}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
