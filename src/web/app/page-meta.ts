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

/** The head of a page that a search may find and people may share. Its address comes from page-address.tsx. */
export const pageMeta = ({ path, ...words }: PageText & { path: PublicPage }): MetaDescriptor[] =>
  headTags(words, shareImage(path) === undefined ? 'summary' : 'summary_large_image');

/** People send these on too, but no search has a use for them. */
export const unlistedPageMeta = (words: PageText): MetaDescriptor[] => [
  ...headTags(words, 'summary'),
  { name: 'robots', content: 'noindex' },
];

/** The pictures bear our name; an installation with a name of its own shares its words alone. */
export function shareImage(path: PublicPage) {
  if (productName !== 'Escriba') return undefined;
  return { path: shareImagePath(path), words: `Escriba: ${shareImageTexts[path]}` };
}
