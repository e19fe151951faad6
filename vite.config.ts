import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { lostPieces } from './src/web/build/lost-pieces.ts';
import { strictCsp } from './src/web/build/strict-csp.ts';

const onEveryPublicPage = new RegExp(
  [
    '/src/web/shell/(marketing-frame|error-screen)',
    '/src/web/features/session/(visitors-only|use-session)',
    '/src/web/pictures/(sounded-word|speech-bars)',
    '/src/web/features/plans/plans-at-build',
    '/src/web/page-meta',
  ]
    .map((file) => `${file}\\.tsx?$`)
    .concat('vite/preload-helper')
    .join('|'),
);

export default defineConfig({
  plugins: [strictCsp(), lostPieces(), tailwindcss(), reactRouter()],
  build: {
    // Every browser that knows light-dark() and OKLCH; older ones would get longer code and other colours.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The polyfill is an inline script, and inlined assets are data: addresses; the CSP lets neither through.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs travels as one file: together it compresses better than in a dozen pieces.
            codeSplitting: {
              groups: [
                { name: 'frame', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                // On a slow line forty small files wait for each other longer than a few larger ones take. Each of
                // these brings along what it imports, so nothing may be named here that needs a large library.
                { name: 'site', test: onEveryPublicPage },
                { name: 'landing', test: /\/src\/web\/features\/landing\/hero\.tsx$/ },
              ],
            },
          },
        },
      },
    },
  },
});
