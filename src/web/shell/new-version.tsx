import { RefreshCw } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { pageBuild } from '#web/api/page-build.ts';
import { productName } from '#web/app/installation.ts';
import { toast } from '#web/ui/toast.tsx';
import { reloadIfReachable } from './reload-page.ts';

const shownMs = 15_000;

/** Typed text is in drafts, and a running upload or recording asks before the browser leaves the page. */
function reload() {
  reloadIfReachable().catch(() =>
    toast.error('O servidor não respondeu. Tente recarregar de novo em alguns instantes.'),
  );
}

const useIsOutdated = () => useSyncExternalStore(pageBuild.subscribe, pageBuild.isOutdated, () => false);

/** Tells once, also on phones, where the sidebar is closed. */
export function NewVersionToast() {
  const isOutdated = useIsOutdated();
  useEffect(() => {
    if (!isOutdated) return;
    const id = toast.success(`Há uma versão nova do ${productName}.`, {
      durationMs: shownMs,
      action: { label: 'Recarregar', onClick: reload },
    });
    return () => toast.dismiss(id);
  }, [isOutdated]);
  return null;
}

/** Stays in the sidebar until the page is loaded again. */
export function NewVersionButton({ className }: { className: string }) {
  if (!useIsOutdated()) return null;
  return (
    <button type="button" onClick={reload} className={className}>
      <RefreshCw aria-hidden="true" className="size-5 shrink-0 text-thread" strokeWidth={1.75} />
      <span className="font-medium text-ink">Há versão nova: recarregar</span>
    </button>
  );
}
