import type { MetaDescriptor } from 'react-router';
import { pageTitle, productName, publicUrl } from './installation.ts';
import { sharePicture } from './share-image.ts';
import type { PublicPage } from './share-image-text.ts';

type Words = { title?: string; description: string };
type HeadOptions = Words & { path: string; picture: ReturnType<typeof sharePicture> };

/** The head of a page that a search may find and people may share. */
export function pageMeta({ path, ...words }: Words & { path: PublicPage }): MetaDescriptor[] {
  return head({ path, ...words, picture: sharePicture(path) });
}

/** People send these on too, but no search has a use for them. */
export function unlistedPageMeta({ path, ...words }: Words & { path: string }): MetaDescriptor[] {
  return [...head({ path, ...words, picture: undefined }), { name: 'robots', content: 'noindex' }];
}

function head({ path, title, description, picture }: HeadOptions): MetaDescriptor[] {
  const whole = pageTitle(title);
  const address = `${publicUrl}${path}`;
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
