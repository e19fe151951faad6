import { paths } from '../paths.ts';

export const headerLinks = [
  { to: paths.home, label: 'Início' },
  { to: paths.plans, label: 'Planos' },
  { to: paths.faq, label: 'Perguntas frequentes' },
  { to: paths.contact, label: 'Contato' },
] as const;

export const footerLinks = [
  { to: paths.plans, label: 'Planos' },
  { to: paths.faq, label: 'Perguntas frequentes' },
  { to: paths.contact, label: 'Contato' },
  { to: paths.privacy, label: 'Política de privacidade' },
  { to: paths.terms, label: 'Termos de uso' },
] as const;
