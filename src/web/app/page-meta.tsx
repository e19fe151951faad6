import { type MetaDescriptor, useLocation } from 'react-router';
import { pageTitle, productName, useInstallation } from './installation.ts';
import { paths, publicPaths } from './paths.ts';
import { type PublicPage, shareImagePath, shareImageTexts } from './share-image.ts';

type PageText = { title?: string; description: string };

function headTags(
  { title, description }: PageText,
  card: 'summary' | 'summary_large_image',
): MetaDescriptor[] {
  const fullTitle = pageTitle(title);
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: productName },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: card },
  ];
}

/** Head tags of a page that is indexed and shared. PageAddress adds its address. */
export const pageMeta = ({ path, ...words }: PageText & { path: PublicPage }): MetaDescriptor[] =>
  headTags(words, shareImage(path) === undefined ? 'summary' : 'summary_large_image');

/** For pages that people share, but that search engines should not index. */
export const unlistedPageMeta = (words: PageText): MetaDescriptor[] => [
  ...headTags(words, 'summary'),
  { name: 'robots', content: 'noindex' },
];

/** The share images contain the name Escriba, so an installation with another name shares only text. */
function shareImage(path: PublicPage) {
  if (productName !== 'Escriba') return undefined;
  return { path: shareImagePath(path), words: `Escriba: ${shareImageTexts[path]}` };
}

const unlistedPaths: readonly string[] = [paths.maintenance, paths.forgotPassword, paths.resetPassword];
const isPublic = (path: string): path is PublicPage => (publicPaths as readonly string[]).includes(path);

/** The whole address of a page and of its picture, for search engines and for links that people share. */
export function PageAddress() {
  const { publicUrl } = useInstallation();
  const { pathname } = useLocation();
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  if (!isPublic(path) && !unlistedPaths.includes(path)) return null;
  const picture = isPublic(path) ? shareImage(path) : undefined;
  const address = `${publicUrl}${path}`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      {picture === undefined ? null : (
        <>
          <meta property="og:image" content={`${publicUrl}${picture.path}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={picture.words} />
        </>
      )}
    </>
  );
}

/** JSON in a script element must not contain the closing tag. */
const escapeScript = (json: string) =>
  json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** Structured data for search engines (JSON-LD). The browser does not execute it, so the CSP does not apply. */
export function StructuredData({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, escaped
      dangerouslySetInnerHTML={{ __html: escapeScript(JSON.stringify(data)) }}
    />
  );
}
