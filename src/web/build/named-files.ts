/** Vite finds the packages of all pages from these at its start. Found later, each would reload the open page. */
export const developmentEntries = [
  'src/web/entry.client.tsx',
  'src/web/root.tsx',
  'src/web/routes/**/*.tsx',
  'src/web/**/*-worker.ts',
];

/** A virtual module of Vite, which has no file. */
export const preloadHelper = 'vite/preload-helper.js';

/**
 * The files and folders of each chunk that several pages share. Forty small files load more slowly on a slow
 * connection than a few larger ones, and compress worse. A chunk also contains the imports of its files, so do not add
 * a file that imports a large library.
 */
export const chunkFiles = {
  frame: [
    'node_modules/react/',
    'node_modules/react-dom/',
    'node_modules/react-router/',
    'node_modules/scheduler/',
  ],
  // Without entry.client, which hydrates as soon as it loads and needs its routes by then.
  public: [
    'src/web/root.tsx',
    'src/web/routes/marketing/layout.tsx',
    'src/web/shell/marketing-frame.tsx',
    'src/web/shell/error-screen.tsx',
    'src/web/features/auth/session/visitors-only.tsx',
    'src/web/features/auth/session/use-session.ts',
    'src/web/pictures/sounded-word.tsx',
    'src/web/pictures/speech-bars.ts',
    'src/web/app/page-meta.tsx',
    'src/web/forms/use-hydrated.ts',
    'src/web/ui/class-names.ts',
    'node_modules/lucide-react/dist/esm/icons/check.mjs',
    'node_modules/lucide-react/dist/esm/icons/minus.mjs',
    'node_modules/lucide-react/dist/esm/icons/chevron-down.mjs',
    preloadHelper,
  ],
  landing: ['src/web/features/landing/hero.tsx', 'src/web/routes/marketing/home.tsx'],
  // Queries and forms both need these. In the chunk of one, it would load that chunk for the other.
  errors: ['src/web/api/error-recovery.ts', 'src/web/api/api-paths.ts'],
  'react-query': ['node_modules/@tanstack/query-core/', 'node_modules/@tanstack/react-query/'],
  forms: [
    'src/web/ui/form.tsx',
    'src/web/ui/inputs.tsx',
    'src/web/ui/state-message.tsx',
    'src/web/ui/skeleton.tsx',
    'src/web/forms/server-errors.ts',
    'src/web/forms/honeypot.tsx',
    'src/web/forms/lazy-zod-resolver.ts',
    'src/web/browser/use-countdown.ts',
    'src/web/forms/use-submit.ts',
    'src/web/browser/use-external-redirect.ts',
    'src/web/forms/drafts.ts',
    'src/web/features/messages/api.ts',
    'node_modules/lucide-react/dist/esm/icons/circle-exclamation-point.mjs',
    'node_modules/lucide-react/dist/esm/icons/circle-user-round.mjs',
    'src/domain/password.ts',
    'src/domain/occupations.ts',
    'src/domain/honeypot.ts',
  ],
  auth: [
    'src/web/shell/auth-frame.tsx',
    'src/web/routes/auth/layout.tsx',
    'src/web/routes/auth/visitors-layout.tsx',
    'src/web/routes/auth/navigation-state.ts',
  ],
  zod: ['node_modules/zod/'],
  profile: ['src/contract/profile.ts'],
  // What every page behind the sign-in needs. What the forms of visitors need too must be in a group above.
  dashboard: ['src/web/routes/dashboard/layout.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A name that ends in a slash matches everything in that folder. */
const patternOf = (path: string) => path.replaceAll('.', '\\.') + (path.endsWith('/') ? '' : '$');

export const chunkGroups = Object.entries(chunkFiles).map(([name, paths]) => ({
  name,
  test: new RegExp(paths.map(patternOf).join('|')),
}));
