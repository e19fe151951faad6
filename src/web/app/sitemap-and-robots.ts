import type { Installation } from '#contract/installation.ts';
import { paths, publicPaths } from './paths.ts';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function sitemap(publicUrl: string) {
  const entries = publicPaths
    .map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

/** A page marked noindex must stay crawlable to be read as such, so only pages behind sign-in are disallowed. */
const robots = (publicUrl: string) =>
  `User-agent: *\nDisallow: /api/\nDisallow: ${paths.dashboard}\n\nSitemap: ${publicUrl}/sitemap.xml\n`;

/** The files that search engines request by name, with the address of the installation. */
export const siteFileTexts = ({ publicUrl }: Installation) => ({
  '/sitemap.xml': sitemap(publicUrl),
  '/robots.txt': robots(publicUrl),
});
