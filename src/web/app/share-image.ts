import { paths, type publicPaths } from './paths.ts';

export type PublicPage = (typeof publicPaths)[number];

/** The text in each page's share image. After a change, run script/release/share-pictures.ts, which draws them. */
export const shareImageTexts: Record<PublicPage, string> = {
  [paths.home]: 'Transcreva. Resuma. Economize tempo.',
  [paths.plans]: 'Planos para transcrever em português',
  [paths.faq]: 'Perguntas frequentes',
  [paths.contact]: 'Fale com a equipe',
  [paths.privacy]: 'Política de privacidade',
  [paths.terms]: 'Termos de uso',
  [paths.register]: 'Crie sua conta gratuita',
  [paths.login]: 'Entre na sua conta',
};

export const shareImagePath = (path: PublicPage) =>
  `/og/${path === paths.home ? 'inicio' : path.slice(1)}.png`;
