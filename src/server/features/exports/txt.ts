import { clockText, headText } from './head-text.ts';
import type { Transcript } from './transcript.ts';

/** UTF-8 without a mark of byte order, lines as every editor of today reads them. */
export function txtOf(transcript: Transcript, { withTimes }: { withTimes: boolean }): string {
  const { title, paragraphs, watermark } = transcript;
  const said = paragraphs.map(({ startMs, speaker, text }) => {
    const time = withTimes ? `[${clockText(startMs)}] ` : '';
    return `${time}${speaker === undefined ? '' : `${speaker}: `}${text}`;
  });
  const head = `${title}\n${headText(transcript)}`;
  return `${[head, ...said, ...(watermark === null ? [] : [watermark])].join('\n\n')}\n`;
}
