export type GoogleAnswer = {
  email: string;
  name: string;
  /** The default is true, as for Google's own addresses. */
  emailVerified?: boolean;
  picture?: string;
  /** The user declines to share the account. */
  refuse?: boolean;
};

type Cookie = { value: string; path: string };

/** Opens a cookie jar for one server. Each cookie applies to its own path. */
function openJar() {
  const cookies = new Map<string, Cookie>();
  return {
    keep: (answer: Response) => {
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        const name = pair.slice(0, pair.indexOf('='));
        const path = attributes.find((each) => /^path=/i.test(each))?.slice('path='.length) ?? '/';
        if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
        else cookies.set(name, { value: pair.slice(name.length + 1), path });
      }
    },
    for: ({ pathname }: URL) =>
      [...cookies]
        .filter(([, { path }]) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`))
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; '),
  };
}

/** Simulates a browser at the sandbox's OpenID provider, which keeps its cookies between sign-ins. */
export function openGoogleBrowser() {
  const jar = openJar();

  const call = async (url: URL, form?: URLSearchParams) => {
    const answer = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: jar.for(url) },
      ...(form === undefined ? {} : { body: form }),
    });
    jar.keep(answer);
    return answer;
  };

  /** Follows redirects within the provider. */
  const follow = async (url: URL, form?: URLSearchParams): Promise<{ url: URL; answer?: Response }> => {
    const answer = await call(url, form);
    const location = answer.headers.get('location');
    if (location === null) return { url, answer };
    const next = new URL(location, url);
    return next.origin === url.origin ? follow(next) : { url: next };
  };

  const end = async ({ url, answer }: Awaited<ReturnType<typeof follow>>) => ({
    url: url.href,
    /** Undefined if the provider redirected to another server, whose page this browser does not open. */
    status: answer?.status,
    headers: answer?.headers,
    page: (await answer?.text()) ?? '',
  });

  return {
    /** Opens an address and returns the final page, or the address outside the provider that it redirects to. */
    open: async (address: string) => end(await follow(new URL(address))),
    submit: async (pageUrl: string, fields: Readonly<Record<string, string>>) =>
      end(await follow(new URL(pageUrl), new URLSearchParams(fields))),
  };
}

/** Submits the provider's form and returns the product's address to which the provider redirects. */
export async function signInAtGoogle(
  authorizationUrl: string,
  answer: GoogleAnswer,
  browser = openGoogleBrowser(),
): Promise<string> {
  const { email, name, emailVerified = true, picture = '', refuse = false } = answer;
  const shown = await browser.open(authorizationUrl);
  if (shown.status !== 200 || !shown.page.includes('name="email"'))
    throw new Error(
      `the provider showed no choice of accounts at ${shown.url}: ${shown.status} ${shown.page}`,
    );
  const filled = { email, name, picture, ...(emailVerified ? { emailVerified: 'on' } : {}) };
  const result = await browser.submit(shown.url, refuse ? { ...filled, refuse: 'yes' } : filled);
  if (result.status !== undefined)
    throw new Error(`the provider did not redirect to the product: ${result.status} ${result.page}`);
  return result.url;
}
