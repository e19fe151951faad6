import type { Locator, Page } from '@playwright/test';

/** Returns an expression for the page's computed value of a system colour. */
export const colourOf = (system: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = '${system}';
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
})()`;

/** Antialiased letters and round corners mix two colours. A mixture counts as neither. */
const tolerance = 8;

/**
 * Counts the pixels in the browser, which knows the painted colours: Chromium's Highlight is slightly
 * transparent.
 */
const counting = (picture: Buffer, systems: readonly string[]) => `(async () => {
  const context = (width, height) => new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  const painted = [${systems.map(colourOf).join(', ')}].map((colour) => {
    const probe = context(1, 1);
    for (const each of [${colourOf('Canvas')}, colour]) {
      probe.fillStyle = each;
      probe.fillRect(0, 0, 1, 1);
    }
    return probe.getImageData(0, 0, 1, 1).data;
  });
  const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const drawn = context(image.width, image.height);
  drawn.drawImage(image, 0, 0);
  const shareIn = (left, width, colour) => {
    const { data } = drawn.getImageData(left, 0, width, image.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if ([0, 1, 2].every((part) => Math.abs(data[at + part] - colour[part]) <= ${tolerance})) count += 1;
    return (count * 4) / data.length;
  };
  const half = Math.floor(image.width / 2);
  return painted.map((colour) => ({
    all: shareIn(0, image.width, colour),
    left: shareIn(0, half, colour),
    right: shareIn(image.width - half, half, colour),
  }));
})()`;

export type Share = { all: number; left: number; right: number };

/** Returns the share (0 to 1) of a control's box and halves that a system colour fills, without hover and focus. */
export async function sharesOf(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  const picture = await control.screenshot({ animations: 'disabled' });
  const [highlight, highlightText, canvas, canvasText] = (await page.evaluate(
    counting(picture, ['Highlight', 'HighlightText', 'Canvas', 'CanvasText']),
  )) as [Share, Share, Share, Share];
  return { highlight, highlightText, canvas, canvasText };
}
