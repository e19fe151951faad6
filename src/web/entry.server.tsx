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
import type { PlanCard } from '#contract/plans.ts';
import { delayScripts } from './app/delay-scripts.ts';
import { InstallationContext } from './app/installation.ts';
import { paths, renderedPaths } from './app/paths.ts';
import { preloadDashboard } from './app/preload-dashboard.ts';
import { siteFileTexts } from './app/sitemap-and-robots.ts';

const samplePlan: PlanCard = {
  id: 'free',
  name: 'Free',
  description: 'Um plano de exemplo.',
  price_cents: 0,
  billing_period: 'Mensal',
  features: ['Resumos com IA'],
  is_featured: false,
  is_coming_soon: false,
  hours_per_month: 1,
  max_file_minutes: 10,
  max_stored_megabytes: 5_000,
  has_watermark: true,
  has_text_exports: true,
  has_summaries: true,
};

/** The build renders every page with this sample, so that a page that cannot be rendered fails the build. */
export const sampleInstallation: Installation = {
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
  plans: [
    samplePlan,
    { ...samplePlan, id: 'basic-monthly', name: 'Básico', price_cents: 1_000, is_featured: true },
    { ...samplePlan, id: 'basic-annual', name: 'Básico', price_cents: 10_000, billing_period: 'Anual' },
    { ...samplePlan, id: 'premium', name: 'Premium', price_cents: 2_000, is_coming_soon: true },
  ],
  sandboxParts: [],
  speechModelMissing: false,
  googleOffered: true,
  phoneOffered: true,
  paymentsOffered: true,
  findsVoices: false,
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
      // Larger parts would otherwise reach their place by a script, and a visitor without scripts would miss them.
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

/** For the server, which renders each page with the facts of its installation and caches it. */
export function openRenderer(build: ServerBuild) {
  const handle = createRequestHandler(build, 'production');
  return async (path: string, installation: Installation) => {
    const context = new RouterContextProvider();
    context.set(installationContext, installation);
    const response = await handle(new Request(new URL(path, installation.publicUrl)), context);
    const html = await response.text();
    if (response.status >= 500) throw new Error(`the page ${path} could not be rendered: ${html}`);
    return path === paths.dashboard ? preloadDashboard(html, build.assets.routes) : delayScripts(html, path);
  };
}

export { renderedPaths, siteFileTexts };
