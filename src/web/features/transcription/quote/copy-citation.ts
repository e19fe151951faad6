import type { Citation } from '#domain/citation/citation.ts';

type Copied = Pick<Citation, 'text' | 'html'>;

/** Without HTTPS a page has no clipboard API. */
function copyByEvent({ text, html }: Copied): boolean {
  const write = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  };
  document.addEventListener('copy', write, { once: true });
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', write);
  }
}

/** Copies both forms, and the program that pastes chooses. Returns false if the browser refuses. */
export async function copyCitation(citation: Copied): Promise<boolean> {
  const blob = (text: string, type: string) => new Blob([text], { type });
  try {
    const item = new ClipboardItem({
      'text/plain': blob(citation.text, 'text/plain'),
      'text/html': blob(citation.html, 'text/html'),
    });
    await navigator.clipboard.write([item]);
    return true;
  } catch {
    return copyByEvent(citation);
  }
}
