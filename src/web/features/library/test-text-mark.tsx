import { testTextLabel } from '#domain/transcript/test-text.ts';

/** Before the text of a row or a card that the sandbox wrote. It keeps the height of the line. */
export function TestTextMark() {
  return <span className="mr-2 font-sans font-medium text-notice">{testTextLabel}</span>;
}
