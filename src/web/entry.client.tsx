import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// zod tries to compile its schemas with eval; the content policy refuses it and writes a fault to the console.
// Set before any schema is loaded, without loading zod on the pages that need none.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// After the page: it has nothing to give to who is connected. Where it cannot be had, nobody misses it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}), {
    once: true,
  });
}
