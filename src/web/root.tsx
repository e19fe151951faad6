import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { recordEarlyPress } from './app/early-press.ts';
import { sendEarlyRequest } from './app/early-request.ts';
import { pageTitle, useInstallation } from './app/installation.ts';
import { PageAddress } from './app/page-meta.tsx';
import { paths } from './app/paths.ts';
import { useReplayEarlyPress } from './app/use-replay-early-press.ts';
import { useSessionChecks } from './features/auth/session/use-session.ts';
import { ErrorScreen } from './shell/error-screen.tsx';
import { headScript } from './shell/head-script.ts';
import { RouteFocus } from './shell/keyboard-focus.tsx';
import { OldBrowserNotice } from './shell/old-browser-notice.tsx';
import { paperColors } from './shell/theme/theme.ts';
import { useTheme } from './shell/theme/theme-toggle.tsx';
import styles from './styles/app.css?url';
import interfaceFont from './styles/fonts/instrument-sans.woff2?url';
import { textLinkClass } from './ui/class-names.ts';
import { Spinner } from './ui/spinner.tsx';

const fontPreload = {
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href: interfaceFont,
  crossOrigin: 'anonymous' as const,
};

export function links() {
  return [
    // In development StrictMode inserts each link twice, and the browser warns that it never uses the second preload.
    ...(import.meta.env.DEV ? [] : [fontPreload]),
    { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' },
    { rel: 'apple-touch-icon', href: '/icons/apple-180.png' },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ];
}

export function meta() {
  return [{ title: pageTitle() }];
}

export function Layout({ children }: { children: ReactNode }) {
  const installation = useInstallation();
  return (
    // The head script writes the theme and the session mark here before React hydrates.
    <html lang="pt-BR" data-installation={JSON.stringify(installation)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={paperColors.light}
          suppressHydrationWarning
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={paperColors.dark}
          suppressHydrationWarning
        />
        {/* Only in the server's HTML: the browser runs the script before React starts. */}
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which the content policy allows by its hash
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? `${headScript()};${sendEarlyRequest()}${recordEarlyPress()}` : '',
          }}
        />
        {/* Before the preloads of Links: the browser can paint the page without scripts, but not without styles. */}
        <link rel="stylesheet" href={styles} />
        <Meta />
        <Links />
      </head>
      <body>
        <OldBrowserNotice />
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useSessionChecks();
  useReplayEarlyPress();
  return (
    <>
      <PageAddress />
      <RouteFocus />
      <Outlet />
    </>
  );
}

/** The dashboard's frame in the server's HTML. The browser shows it until the code of the page has loaded. */
export function HydrateFallback() {
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-4 px-gutter">
      <div role="status" className="text-thread noscript:hidden">
        <Spinner />
        <span className="sr-only">Carregando...</span>
      </div>
      {/* The server renders no page behind the sign-in, so a visitor without scripts would see only the spinner. */}
      <noscript>
        <h1 className="text-xl font-semibold">O painel precisa de JavaScript</h1>
        <p className="mt-2 max-w-reading text-ink-soft">
          Ative o JavaScript do navegador e recarregue a página. Os{' '}
          <a href={paths.home} className={textLinkClass}>
            planos, as perguntas frequentes e os termos
          </a>{' '}
          podem ser lidos sem ele.
        </p>
      </noscript>
    </div>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  // React replaces the document for this screen, and drops the attributes that the head script set.
  useTheme();
  useReplayEarlyPress();
  return (
    <main className="min-h-dvh">
      <ErrorScreen error={error} />
    </main>
  );
}
