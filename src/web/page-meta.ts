import type { MetaDescriptor } from 'react-router';
import { pageTitle, productName, publicUrl } from './product.ts';
import { sharePicture } from './share-pictures.ts';
import type { PublicPage } from './share-words.ts';

type PageMetaOptions = { path: PublicPage; title?: string; description: string };

/** The head of a page that a search may find and people may share. */
export function pageMeta({ path, title, description }: PageMetaOptions): MetaDescriptor[] {
  const whole = pageTitle(title);
  const address = `${publicUrl}${path}`;
  const picture = sharePicture(path);
  return [
    { title: whole },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: productName },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:url', content: address },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: picture === undefined ? 'summary' : 'summary_large_image' },
    ...(picture === undefined
      ? []
      : [
          { property: 'og:image', content: `${publicUrl}${picture.path}` },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'og:image:alt', content: picture.words },
        ]),
  ];
}
