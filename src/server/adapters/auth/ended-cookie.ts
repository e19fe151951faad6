type Cookie = {
  name: string;
  attributes: { path?: string | undefined; secure?: boolean | undefined; domain?: string | undefined };
};

/** What makes a browser forget its session, for answers that Better Auth does not write itself. */
export function endedCookie({ name, attributes: { path = '/', secure = false, domain } }: Cookie): string {
  const where = domain === undefined ? `Path=${path}` : `Path=${path}; Domain=${domain}`;
  return `${name}=; Max-Age=0; ${where}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
