import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Shows every UI primitive on one page: `npx vite tests/ui-gallery`. The product does not contain this page. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite-ui-gallery', import.meta.url)),
  plugins: [tailwindcss(), react()],
});
