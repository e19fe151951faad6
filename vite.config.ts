import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { refuseStyleElements } from './src/web/build/refuse-style-elements.ts';

const anyOf = (...ends: string[]) => new RegExp(`(${ends.join('|')})\\.(tsx?|m?js)$`);

/** Without entry.client, which hydrates as soon as it loads and needs its routes by then. */
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

export default defineConfig(({ command }) => ({
  plugins: [refuseStyleElements(), tailwindcss(), reactRouter()],
  // Vite finds the packages of all pages at its start. Found later, each would reload the open page.
  optimizeDeps: {
    entries: [
      'src/web/entry.client.tsx',
      'src/web/root.tsx',
      'src/web/routes/**/*.tsx',
      'src/web/**/*-worker.ts',
      'src/web/**/*.worker.ts',
    ],
  },
  // In development the API runs beside Vite (script/development/dev.ts).
  server: {
    ...(process.env.VITE_SERVER_URL && { proxy: { '/api': process.env.VITE_SERVER_URL } }),
  },
  resolve: {
    alias: {
      'react-style-singleton': fileURLToPath(new URL('src/web/browser/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    // Browsers with light-dark(), OKLCH and AbortSignal.any. Older ones show shell/old-browser-notice.tsx.
    target: ['chrome123', 'edge123', 'firefox124', 'safari17.5'],
    // The CSP blocks the inline script of the polyfill and the data: URLs of inlined assets.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  environments: {
    // Bundle the page renderer's packages, because the server installs only those of the API.
    ssr: { resolve: { noExternal: command === 'build' ? true : [] } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file for code that every page needs, because it compresses better than a dozen small files.
            codeSplitting: {
              groups: [
                { name: 'frame', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                // On a slow connection, forty small files load more slowly than a few larger ones. A group also
                // contains the imports of its files, so do not add a file here that imports a large library.
                { name: 'public', test: onEveryPublicPage },
                {
                  name: 'landing',
                  test: /\/src\/web\/(features\/landing\/hero|routes\/marketing\/home)\.tsx$/,
                },
                // Queries and forms both need these. In the chunk of one, it would load that chunk for the other.
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
}));
