import type { Page } from '@playwright/test';

export const tabOf = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

/** In a wide window the summary is beside the text and there are no tabs. */
export async function showTab(page: Page, name: 'Texto' | 'Resumo') {
  if ((page.viewportSize()?.width ?? 0) < 1_360) await tabOf(page, new RegExp(`^${name}`)).click();
}
