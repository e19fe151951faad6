import { Writable } from 'node:stream';

export type Terminal = Readonly<{ write: (text: string) => unknown; columns: number }>;

/** Each draw costs a write, and a fetch reports every few kilobytes. */
const betweenDrawsMs = 250;
const clearLine = '\r\u001b[K';
/** Some terminals report no width. */
const usualColumns = 80;

/** Keeps one line below the other output of a terminal, and rewrites it in place. */
export function createStatusLine(terminal: Terminal, nowMs = () => performance.now()) {
  let shown: string | undefined;
  let drawnAtMs = Number.NEGATIVE_INFINITY;

  function draw() {
    if (shown === undefined) return;
    // A line that wraps could not be cleared again.
    terminal.write(shown.slice(0, (terminal.columns || usualColumns) - 1));
    drawnAtMs = nowMs();
  }

  return {
    /** Undefined removes the line. */
    show(text: string | undefined) {
      if (shown === undefined && text === undefined) return;
      const isSoon = shown !== undefined && nowMs() - drawnAtMs < betweenDrawsMs;
      if (text !== undefined && isSoon) return;
      terminal.write(clearLine);
      shown = text;
      draw();
    },
    /** Takes all other output, in whole lines. */
    output: new Writable({
      decodeStrings: false,
      write(text: string | Buffer, _encoding, done) {
        terminal.write(`${shown === undefined ? '' : clearLine}${text}`);
        draw();
        done();
      },
    }),
  };
}

/** Undefined without a terminal: there, the log alone tells the progress. */
export function openStatusLine() {
  return process.stdout.isTTY ? createStatusLine(process.stdout) : undefined;
}
