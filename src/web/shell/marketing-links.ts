import { paths } from '../app/paths.ts';

/**
 * After the first move, small pages are fetched as soon as a link to them is in sight, so that they open without a
 * connection too. Pages with forms bring a validation library with them and wait until somebody means to go there.
 */
export const headerLinks = [
  { to: paths.home, label: 'Início', prefetch: 'viewport' },
  { to: paths.plans, label: 'Planos', prefetch: 'viewport' },
  { to: paths.faq, label: 'Perguntas frequentes', prefetch: 'viewport' },
  { to: paths.contact, label: 'Contato', prefetch: 'intent' },
] as const;

export const footerLinks = [
  { to: paths.plans, label: 'Planos', prefetch: 'viewport' },
  { to: paths.faq, label: 'Perguntas frequentes', prefetch: 'viewport' },
  { to: paths.contact, label: 'Contato', prefetch: 'intent' },
  { to: paths.privacy, label: 'Política de privacidade', prefetch: 'viewport' },
  { to: paths.terms, label: 'Termos de uso', prefetch: 'viewport' },
] as const;
