import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { paths, transcriptionPattern } from './app/paths.ts';

export default [
  layout('routes/marketing/layout.tsx', [
    index('routes/marketing/home.tsx'),
    route(paths.plans, 'routes/marketing/plans.tsx'),
    route(paths.faq, 'routes/marketing/faq.tsx'),
    route(paths.contact, 'routes/marketing/contact.tsx'),
    route(paths.privacy, 'routes/marketing/privacy.tsx'),
    route(paths.terms, 'routes/marketing/terms.tsx'),
  ]),
  route(paths.maintenance, 'routes/marketing/maintenance.tsx'),
  layout('routes/auth/layout.tsx', [
    layout('routes/auth/visitors-layout.tsx', [
      route(paths.register, 'routes/auth/register.tsx'),
      route(paths.login, 'routes/auth/login.tsx'),
    ]),
    route(paths.forgotPassword, 'routes/auth/forgot-password.tsx'),
    route(paths.resetPassword, 'routes/auth/reset-password.tsx'),
    route(paths.authCallback, 'routes/auth/callback.tsx'),
  ]),
  route(paths.dashboard, 'routes/dashboard/layout.tsx', [
    index('routes/dashboard/home.tsx'),
    route(paths.newFile, 'routes/dashboard/new-file.tsx'),
    route(paths.transcriptions, 'routes/dashboard/transcriptions.tsx'),
    route(transcriptionPattern, 'routes/dashboard/transcription.tsx'),
    route(paths.account, 'routes/dashboard/account.tsx'),
    route(paths.planComparison, 'routes/dashboard/plan-comparison.tsx'),
    route(paths.billing, 'routes/dashboard/billing.tsx'),
    route(paths.support, 'routes/dashboard/support.tsx'),
    route(paths.dashboardTerms, 'routes/dashboard/terms.tsx'),
    route(paths.dashboardPrivacy, 'routes/dashboard/privacy.tsx'),
    route('*', 'routes/dashboard/not-found.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
