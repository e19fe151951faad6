import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { patchReactRouterChunkErrors } from './src/web/build/patch-react-router-chunk-errors.ts';
import { strictCsp } from './src/web/build/strict-csp.ts';

const anyOf = (...ends: string[]) => new RegExp(`(${ends.join('|')})\\.(tsx?|m?js)$`);

/** Never entry.client: it starts the page as soon as it is read, and its routes must be there by then. */
const onEveryPublicPage = anyOf(
  '/src/web/root',
  '/src/web/routes/marketing/layout',
  '/src/web/shell/(marketing-frame|error-screen)',
  '/src/web/features/auth/session/(visitors-only|use-session)',
  '/src/web/pictures/(sounded-word|speech-bars)',
  '/src/web/(app/page-meta|forms/use-hydrated|ui/class-names)',
  '/lucide-react/dist/esm/icons/(check|minus|chevron-down)',
  'vite/preload-helper',
);

const onEveryForm = anyOf(
  '/src/web/ui/(form|inputs|state-message|skeleton)',
  '/src/web/(forms/(server-errors|honeypot|lazy-zod-resolver)|browser/use-countdown)',
  '/src/domain/(password|occupations|honeypot)',
);

const onEveryWayIn = anyOf(
  '/src/web/shell/auth-frame',
  '/src/web/routes/auth/(layout|visitors-layout|navigation-state)',
);

export default defineConfig({
  plugins: [strictCsp(), patchReactRouterChunkErrors(), tailwindcss(), reactRouter()],
  // In development the API runs beside Vite (script/development/dev.ts).
  server: {
    ...(process.env.VITE_SERVER_URL && { proxy: { '/api': process.env.VITE_SERVER_URL } }),
  },
  build: {
    // Every browser that knows light-dark(), OKLCH and AbortSignal.any; older ones show shell/old-browser-notice.tsx.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The polyfill is an inline script, and inlined assets are data: addresses; the CSP lets neither through.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  environments: {
    // The server's packages are those of the API: what renders the pages brings its own.
    ssr: { resolve: { noExternal: true } },
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
                { name: 'public', test: onEveryPublicPage },
                {
                  name: 'landing',
                  test: /\/src\/web\/(features\/landing\/hero|routes\/marketing\/home)\.tsx$/,
                },
                // Asking and sending both need it; in the file of one it would bring that one along for the other.
                { name: 'errors', test: anyOf('/src/web/api/(error-recovery|api-paths)') },
                {
                  name: 'react-query',
                  test: /\/src\/web\/api\/use-installation\.ts$|node_modules\/@tanstack\/(query-core|react-query)\//,
                },
                { name: 'forms', test: onEveryForm },
                { name: 'auth', test: onEveryWayIn },
              ],
            },
          },
        },
      },
    },
  },
});
