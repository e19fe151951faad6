import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunkGroups, developmentEntries } from './src/web/build/named-files.ts';
import { refuseStyleElements } from './src/web/build/refuse-style-elements.ts';

export default defineConfig(({ command }) => ({
  plugins: [refuseStyleElements(), tailwindcss(), reactRouter()],
  optimizeDeps: { entries: developmentEntries },
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
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
  },
}));
