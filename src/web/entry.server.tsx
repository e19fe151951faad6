import { renderToReadableStream } from 'react-dom/server';
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import type { Installation } from '#contract/installation.ts';
import { delayScripts } from './app/delay-scripts.ts';
import { InstallationContext } from './app/installation.ts';
import { renderedPaths } from './app/paths.ts';
import { siteFileTexts } from './app/sitemap-and-robots.ts';

/** The build renders every page with this sample, so that a page that cannot be rendered fails the build. */
const sampleInstallation: Installation = {
  publicUrl: 'http://localhost',
  supportEmail: 'suporte@escriba.example',
  operator: '',
  operatorName: 'quem opera este serviço',
  privacyContact: '',
  recordingTimes: '',
  speechLabel: '',
  speechVendor: '',
  languageVendor: '',
  paymentVendor: '',
  mailVendor: '',
  smsVendor: '',
  googleSignIn: '',
  fileVendor: '',
  leakedPasswordsVendor: '',
  plans: [],
  sandboxParts: [],
  googleOffered: true,
  phoneOffered: true,
  paymentsOffered: true,
  uploadMaxBytes: 0,
  speechLanguages: [],
};

/** React Router renders every page once while it builds, which finds pages that cannot be rendered. */
const installationContext = createContext<Installation>(sampleInstallation);

/** In development Vite serves the pages, and the server beside it may be restarting. */
async function fetchInstallation(): Promise<Installation> {
  for (;;) {
    const answer = await fetch(`${import.meta.env.VITE_SERVER_URL}/api/installation`).catch(() => undefined);
    if (answer?.ok) return answer.json();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const installationOf = (context: Readonly<RouterContextProvider>) =>
  import.meta.env.DEV ? fetchInstallation() : context.get(installationContext);

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
) {
  let failure: unknown;
  const body = await renderToReadableStream(
    <InstallationContext value={await installationOf(loadContext)}>
      <ServerRouter context={context} url={request.url} />
    </InstallationContext>,
    {
      // Every part is written where it belongs: put there later by a script, it would be missing without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure ??= error;
      },
    },
  );
  await body.allReady;
  if (failure !== undefined) throw failure;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(body, { status, headers });
}

export function handleError(error: unknown) {
  throw error;
}

/** For the server, which renders each page once with the facts of its own installation. */
export function openRenderer(build: ServerBuild) {
  const handle = createRequestHandler(build, 'production');
  return async (path: string, installation: Installation) => {
    const context = new RouterContextProvider();
    context.set(installationContext, installation);
    const response = await handle(new Request(new URL(path, installation.publicUrl)), context);
    const html = await response.text();
    if (response.status >= 500) throw new Error(`the page ${path} could not be rendered: ${html}`);
    return delayScripts(html, path);
  };
}

export { renderedPaths, siteFileTexts };
