/** Every address of the product. Nothing else in the web code writes one. */
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
  ownTerms: '/dashboard/termos',
  ownPrivacy: '/dashboard/privacidade',
} as const;

type TranscriptionPlace = {
  /** Where the sound stands. */
  startMs?: number | undefined;
  /** A search whose words are marked in the text. */
  q?: string | undefined;
};

export function transcriptionPlace(id: string, { startMs, q }: TranscriptionPlace): string {
  const search = new URLSearchParams();
  if (startMs !== undefined) search.set('t', String(startMs / 1_000));
  if (q !== undefined && q !== '') search.set('q', q);
  return search.size === 0 ? paths.transcription(id) : `${paths.transcription(id)}?${search}`;
}

export const transcriptionPattern = '/dashboard/transcricoes/:id';

/** The comparison of plans, opened on the one that was chosen before. */
export const planChoice = (planId: string) => `${paths.planComparison}?plano=${encodeURIComponent(planId)}`;

/** What `planChoice` took along, read from where somebody wants to go. */
export function chosenPlanId(target: string): string | null {
  const [path, query] = target.split('?', 2);
  return path === paths.planComparison ? new URLSearchParams(query).get('plano') : null;
}

/** What a search may find: the pages of visitors. The sitemap lists exactly these. */
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

/** Written as HTML by the build, so that they read before any script has run. */
export const prerenderedPaths = [
  paths.home,
  paths.plans,
  paths.faq,
  paths.contact,
  paths.privacy,
  paths.terms,
  paths.maintenance,
  paths.register,
  paths.login,
  paths.forgotPassword,
  paths.resetPassword,
  paths.authCallback,
] as const;

export const apiPaths = {
  session: '/api/auth/get-session',
  token: '/api/auth/token',
  signOut: '/api/auth/sign-out',
  signUp: '/api/auth/sign-up/email',
  signIn: '/api/auth/sign-in/email',
  magicLink: '/api/auth/sign-in/magic-link',
  socialSignIn: '/api/auth/sign-in/social',
  confirmationMail: '/api/auth/send-verification-email',
  resetRequest: '/api/auth/request-password-reset',
  passwordReset: '/api/auth/reset-password',
  factors: '/api/auth/factors',
  factorChallenge: (id: string) => `/api/auth/factors/${encodeURIComponent(id)}/challenge`,
  factorVerify: (id: string) => `/api/auth/factors/${encodeURIComponent(id)}/verify`,
  recovery: '/api/auth/factors/recovery',
  factor: (id: string) => `/api/auth/factors/${encodeURIComponent(id)}`,
  recoveryCodes: '/api/auth/factors/recovery-codes',
  proof: '/api/auth/proof',
  proofPassword: '/api/auth/proof/password',
  proofCodeMail: '/api/auth/proof/code-mail',
  proofCode: '/api/auth/proof/code',
  emailChange: '/api/auth/change-email',
  ownAccount: '/api/auth/me',
  profile: '/api/profile',
  password: '/api/account/password',
  accountSessions: '/api/account/sessions',
  endOtherSessions: '/api/account/sessions/end-others',
  accountExport: '/api/account/export',
  welcome: '/api/welcome',
  setting: '/api/setting',
  uploads: '/api/uploads',
  transcribe: '/api/transcribe',
  transcribed: (id: string) => `/api/transcribe/${encodeURIComponent(id)}`,
  transcribedText: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/text`,
  transcribedEvents: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/events`,
  transcribedRetry: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/retry`,
  found: (id: string, q: string) =>
    `/api/transcribe/${encodeURIComponent(id)}/found?${new URLSearchParams({ q })}`,
  listening: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/listening`,
  exported: (id: string, format: string) => `/api/transcribe/${encodeURIComponent(id)}/${format}`,
  summaries: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/summaries`,
  summaryEvents: (id: string) => `/api/transcribe/${encodeURIComponent(id)}/summary/events`,
  summaryGenerate: '/api/summary/generate',
  summaryExported: (id: string, format: string) => `/api/summaries/${encodeURIComponent(id)}/${format}`,
  prompts: '/api/prompts',
  prompt: (id: string) => `/api/prompts/${encodeURIComponent(id)}`,
  transcriptions: '/api/transcriptions',
  transcriptionsDelete: '/api/transcriptions/delete',
  transcriptionsRestore: '/api/transcriptions/restore',
  transcriptionsEvents: '/api/transcriptions/events',
  example: '/api/transcriptions/example',
  dashboard: '/api/dashboard',
  planUsage: '/api/auth/plan',
  contact: '/api/contact',
  feedback: '/api/feedback',
  support: '/api/support',
  plans: '/api/plans',
  interest: '/api/interest',
  billing: '/api/billing',
  billingHistory: '/api/stripe/history',
  billingCredit: '/api/stripe/credit',
  checkout: '/api/stripe/create-session',
  changePreview: (planId: string) => `/api/stripe/change-preview?planId=${encodeURIComponent(planId)}`,
  subscriptionUpdate: '/api/stripe/update-subscription',
  subscriptionCancel: '/api/stripe/cancel-subscription',
  subscriptionResume: '/api/stripe/resume-subscription',
  refund: '/api/stripe/refund',
  billingPortal: '/api/stripe/portal',
  billingSync: '/api/stripe/sync',
} as const;
