/**
 * A sound whose peaks turn into lines of text, made of table cells: pictures from elsewhere are blocked, or tell who
 * read. Narrower than the narrowest phone.
 */

const barHeights = [6, 14, 26, 10, 34, 18, 44, 28, 16, 38, 22, 30, 14, 20, 8, 10];

/** Widths of the words, line by line; the last line is still being written. */
const lines = [
  [26, 14, 40, 20, 22],
  [18, 34, 24, 36],
  [38, 20, 28, 12, 16],
  [22, 30],
];

const spacer = 'font-size:0;line-height:0;';

function bar(height: number) {
  return `<td valign="middle" style="padding:0 3px 0 0;${spacer}"><div class="thread" style="width:3px;height:${height}px;border-radius:2px;background:#0c7565;${spacer}">&#8203;</div></td>`;
}

function line(widths: readonly number[]) {
  const cells = widths.map(
    (width) =>
      `<td style="padding:0 6px 0 0;${spacer}"><div class="word" style="width:${width}px;height:4px;border-radius:2px;background:#151b24;${spacer}">&#8203;</div></td>`,
  );
  return `<tr><td style="padding:4px 0;${spacer}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table></td></tr>`;
}

const table = (rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${rows}</table>`;

export const headerPicture = `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" border="0"><tr><td valign="middle" height="48">${table(`<tr>${barHeights.map(bar).join('')}</tr>`)}</td><td valign="middle" style="padding-left:8px">${table(lines.map(line).join(''))}</td></tr></table>`;
