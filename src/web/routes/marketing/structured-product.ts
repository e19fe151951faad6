import { offersMark } from '#domain/pages/page-placeholders.ts';
import { productName, publicUrl } from '../../app/installation.ts';

/** In a browser they are those of the page it began with; nobody reads them from one that scripts have drawn. */
function writtenOffers(): unknown {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent;
  return text ? (JSON.parse(text) as { offers?: unknown }).offers : undefined;
}

/** What search engines show beside the page. The plans and prices of the installation are put in by the server. */
export const structuredProduct = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: productName,
  url: `${publicUrl}/`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  inLanguage: 'pt-BR',
  description:
    'Transcrição de áudio e vídeo em português, com legendas e resumos por inteligência artificial.',
  offers: import.meta.env.SSR ? offersMark : writtenOffers(),
};
