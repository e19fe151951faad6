import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { setPageBuild } from './api/page-build.ts';
import { InstallationContext, readPageInstallation } from './app/installation.ts';

/** React Router sets it before the page starts. */
const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { version: string } };
if (import.meta.env.PROD) setPageBuild(manifest?.version);

const installation = readPageInstallation();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <InstallationContext value={installation}>
        <HydratedRouter />
      </InstallationContext>
    </StrictMode>,
  );
});

function registerWorker() {
  // Private windows and old browsers refuse service workers; the product works without one.
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}

// Register the service worker after the page, because an online visitor does not need it. This module may itself run
// after `load`.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerWorker();
  else addEventListener('load', registerWorker, { once: true });
}
