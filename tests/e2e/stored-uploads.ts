import type { Page } from '@playwright/test';

/** Lists the browser's records and files of uploads. */
export const storedUploads = (page: Page) =>
  page.evaluate(`(async () => {
    const names = Object.keys(localStorage).filter((key) => key.startsWith('escriba.upload.'));
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('escriba-uploads', { create: true });
    for await (const name of folder.keys()) names.push(name);
    return names;
  })()`);
