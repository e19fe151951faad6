import type { MetaDescriptor } from 'react-router';
import { pageTitle, productName } from './installation.ts';
import { type PublicPage, shareImagePath, shareImageTexts } from './share-image.ts';

type PageText = { title?: string; description: string };

function headTags(
  { title, description }: PageText,
  card: 'summary' | 'summary_large_image',
): MetaDescriptor[] {
  const whole = pageTitle(title);
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: productName },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: card },
  ];
}

/** Head tags of a page that is indexed and shared. Its address comes from page-address.tsx. */
export const pageMeta = ({ path, ...words }: PageText & { path: PublicPage }): MetaDescriptor[] =>
  headTags(words, shareImage(path) === undefined ? 'summary' : 'summary_large_image');

/** For pages that people share, but that search engines should not index. */
export const unlistedPageMeta = (words: PageText): MetaDescriptor[] => [
  ...headTags(words, 'summary'),
  { name: 'robots', content: 'noindex' },
];

/** The share images contain the name Escriba, so an installation with another name shares only text. */
export function shareImage(path: PublicPage) {
  if (productName !== 'Escriba') return undefined;
  return { path: shareImagePath(path), words: `Escriba: ${shareImageTexts[path]}` };
}
