import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

export type DroppedFile = { name: string; buffer: Buffer; mimeType?: string };

/** An expression of the page that makes the data of files. */
function transferExpression(files: readonly DroppedFile[]) {
  const plain = files.map(({ name, buffer, mimeType }) => ({
    name,
    base64: buffer.toString('base64'),
    type: mimeType ?? 'audio/mpeg',
  }));
  return `(() => {
    const transfer = new DataTransfer();
    for (const { name, base64, type } of ${JSON.stringify(plain)}) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type, lastModified: 1 }));
    }
    return transfer;
  })()`;
}

/** The data of files that a user drags over the page. */
export const transferOf = (page: Page, ...files: DroppedFile[]) =>
  page.evaluateHandle(transferExpression(files));

/** Drags over an element and drops there; each event bubbles to the page. */
export async function drop(page: Page, files: readonly DroppedFile[], target = 'main') {
  const dataTransfer = await transferOf(page, ...files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent(target, type, { dataTransfer });
}

/** Dispatches a drop, and returns whether the page kept the browser from opening the file. */
export const isDropTaken = (page: Page, files: readonly DroppedFile[], target: string) =>
  page.evaluate<boolean>(`(() => {
    const dataTransfer = ${transferExpression(files)};
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    document.querySelector(${JSON.stringify(target)}).dispatchEvent(event);
    return event.defaultPrevented;
  })()`);

/** Pastes into an element, as the browser does for the focused one. */
export const paste = (page: Page, files: readonly DroppedFile[], target = 'body') =>
  page.evaluate(`(() => {
    const clipboardData = ${transferExpression(files)};
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(${JSON.stringify(target)}).dispatchEvent(event);
  })()`);

/** Drags files or folders of the disk into the browser's window, as the system does. */
export async function dragFromDisk(page: Page, ...files: string[]) {
  const session = await page.context().newCDPSession(page);
  const event = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', {
      type,
      x: 300,
      y: 300,
      data: { items: [], files, dragOperationsMask: 1 },
    });
  await event('dragEnter');
  await event('dragOver');
  return { drop: () => event('drop') };
}

/** Writes files below a folder, and their folders. Each file is a second newer than the one before. */
export async function writeTree(root: string, files: Record<string, Buffer>) {
  for (const [at, [path, bytes]] of Object.entries(files).entries()) {
    const full = join(root, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, bytes);
    await utimes(full, 1_000_000_000 + at, 1_000_000_000 + at);
  }
  return root;
}
