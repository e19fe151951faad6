import { minuteMs } from '#domain/format/durations.ts';
/** Saves a blob as a download with that name. */
export function downloadFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), minuteMs);
}
