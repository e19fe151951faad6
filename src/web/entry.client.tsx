import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

function registerWorker() {
  // Where it cannot be had, nobody misses it.
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}

// After the page: it has nothing to give to who is connected. This module may itself come after that.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerWorker();
  else addEventListener('load', registerWorker, { once: true });
}
