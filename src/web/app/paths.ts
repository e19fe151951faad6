/** This file and api-paths.ts hold every address of the product. No other web code writes one out. */
export const paths = {
  home: '/',
  plans: '/plans',
  faq: '/faq',
  contact: '/contato',
  privacy: '/privacy',
  terms: '/terms',
  maintenance: '/maintenance',
  notFound: '/404',
  register: '/register',
  login: '/login',
  forgotPassword: '/esqueci-senha',
  resetPassword: '/redefinir-senha',
  authCallback: '/auth/callback',
  dashboard: '/dashboard',
  newFile: '/dashboard/novo-arquivo',
  transcriptions: '/dashboard/transcricoes',
  transcription: (id: string) => `/dashboard/transcricoes/${encodeURIComponent(id)}`,
  account: '/dashboard/conta',
  planComparison: '/dashboard/plano',
  billing: '/dashboard/billing',
  support: '/dashboard/support',
  dashboardTerms: '/dashboard/termos',
  dashboardPrivacy: '/dashboard/privacidade',
} as const;

type TranscriptionUrlOptions = {
  /** The position at which the player starts. */
  startMs?: number | undefined;
  /** The page highlights the words of this search in the text. */
  q?: string | undefined;
};

export function transcriptionUrl(id: string, { startMs, q }: TranscriptionUrlOptions): string {
  const search = new URLSearchParams();
  if (startMs !== undefined) search.set('t', String(startMs / 1_000));
  if (q !== undefined && q !== '') search.set('q', q);
  return search.size === 0 ? paths.transcription(id) : `${paths.transcription(id)}?${search}`;
}

/** Marks the account page's address after a link of an e-mail change. */
export const emailChangeMark = { name: 'email', value: 'confirmado' } as const;
export const emailChangedUrl = `${paths.account}?${emailChangeMark.name}=${emailChangeMark.value}`;

export const isUploadPage = (pathname: string) => pathname.replace(/\/$/, '') === paths.newFile;

/** The hash moves the focus to the recorder of the page. */
export const recordHash = '#gravar';
export const recordUrl = `${paths.newFile}${recordHash}`;

export const transcriptionPattern = '/dashboard/transcricoes/:id';

/** Opens the plan comparison with this plan selected. */
export const planComparisonUrl = (planId: string) =>
  `${paths.planComparison}?plano=${encodeURIComponent(planId)}`;

/** Reads the plan id that `planComparisonUrl` put into the return address. */
export function chosenPlanId(returnAddress: string): string | null {
  const [path, query] = returnAddress.split('?', 2);
  return path === paths.planComparison ? new URLSearchParams(query).get('plano') : null;
}

/** The public pages that search engines index. The sitemap lists exactly these. */
export const publicPaths = [
  paths.home,
  paths.plans,
  paths.faq,
  paths.contact,
  paths.privacy,
  paths.terms,
  paths.register,
  paths.login,
] as const;

/** The server renders these, so that visitors can read them before a script runs. Unknown addresses get the last. */
export const renderedPaths = [
  ...publicPaths,
  paths.maintenance,
  paths.forgotPassword,
  paths.resetPassword,
  paths.authCallback,
  paths.notFound,
] as const;

/** The calls that every page makes. The others are in api-paths.ts, which public pages do not load. */
export const sessionPaths = {
  session: '/api/auth/get-session',
  token: '/api/auth/token',
  signOut: '/api/auth/sign-out',
} as const;
