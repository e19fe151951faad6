import { lazy, Suspense } from 'react';
import { pageMeta } from '../../app/page-meta.ts';
import { paths } from '../../app/paths.ts';
import { untilApproached } from '../../app/until-approached.ts';
import { Hero } from '../../features/landing/hero.tsx';
import { structuredProduct } from './structured-product.ts';

const belowId = 'abaixo';

export function meta() {
  return [
    ...pageMeta({
      path: paths.home,
      description: 'Envie um áudio ou vídeo em português e receba o texto pronto para ler, baixar e resumir.',
    }),
    { 'script:ld+json': structuredProduct },
  ];
}

/**
 * Written into the page, and readable and usable for its links at once; its scripts come with the first move that
 * somebody makes,
 * so that the first screen waits for none of them.
 */
const HomeBelow = lazy(async () => {
  await untilApproached(belowId);
  return { default: (await import('./home-below.tsx')).HomeBelow };
});

export default function Home() {
  return (
    <>
      <Hero />
      <div id={belowId}>
        <Suspense fallback={null}>
          <HomeBelow />
        </Suspense>
      </div>
    </>
  );
}
