/** Every address of the product. Nothing else in the web code writes one. */
export const paths = {
  home: '/',
  plans: '/plans',
  faq: '/faq',
  contact: '/contato',
  privacy: '/privacy',
  terms: '/terms',
  maintenance: '/maintenance',
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
} as const;

export const transcriptionPattern = '/dashboard/transcricoes/:id';

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
  profile: '/api/profile',
  welcome: '/api/welcome',
  setting: '/api/setting',
  contact: '/api/contact',
  feedback: '/api/feedback',
} as const;
