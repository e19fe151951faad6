import { useEffect } from 'react';
import { pageTitle } from '#web/app/installation.ts';
import { focusContent } from '#web/browser/focus-content.ts';

/** Announces a screen that replaced the progress: the title still spoke of work, and the focused element is gone. */
export function useNextScreen(title: string) {
  useEffect(() => {
    document.title = pageTitle(title);
    focusContent();
  }, [title]);
}
