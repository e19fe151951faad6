import { escapeHtml } from '#domain/format/escape-html.ts';

/**
 * Draws mark and name, and beside them a sound whose peaks turn into lines of text. All of it is table cells and
 * text, because mail programs block remote pictures, which can also track readers. Narrower than any phone.
 */

type Drawing = {
  bars: readonly number[];
  barWidth: number;
  lines: readonly (readonly number[])[];
  lineGap: number;
};

const mark: Drawing = { bars: [7, 20, 11], barWidth: 2, lines: [[10], [10], [6]], lineGap: 4 };

/** Lines are lists of word widths; the last line is still being written. */
const picture: Drawing = {
  bars: [6, 14, 26, 34, 18, 38, 22, 30, 14, 8],
  barWidth: 3,
  lines: [
    [16, 10, 22, 14],
    [10, 20, 26],
    [22, 12, 18, 8],
    [14, 18],
  ],
  lineGap: 7,
};

const spacer = 'font-size:0;line-height:0;';

function table(rows: string) {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0">${rows}</table>`;
}

function block(kind: 'thread' | 'word', { width, height }: { width: number; height: number }) {
  const colour = kind === 'thread' ? '#0c7565' : '#151b24';
  return `<div class="${kind}" style="width:${width}px;height:${height}px;border-radius:2px;background:${colour};${spacer}">&#8203;</div>`;
}

function draw({ bars, barWidth, lines, lineGap }: Drawing) {
  const sound = bars.map(
    (height) =>
      `<td valign="middle" style="padding:0 ${barWidth}px 0 0;${spacer}">${block('thread', { width: barWidth, height })}</td>`,
  );
  const text = lines.map((words, index) => {
    const cells = words.map(
      (width) => `<td style="padding:0 4px 0 0;${spacer}">${block('word', { width, height: barWidth })}</td>`,
    );
    const gap = index === 0 ? 0 : lineGap;
    return `<tr><td style="padding:${gap}px 0 0;${spacer}">${table(`<tr>${cells.join('')}</tr>`)}</td></tr>`;
  });
  return table(
    `<tr><td valign="middle" style="${spacer}">${table(`<tr>${sound.join('')}</tr>`)}</td><td valign="middle" style="padding-left:2px;${spacer}">${table(text.join(''))}</td></tr>`,
  );
}

type HeaderOptions = { productName: string; font: string };

/** Screen readers read the name and skip the drawings. */
export function mailHeader({ productName, font }: HeaderOptions) {
  const name = `<td class="ink" valign="middle" style="padding-left:4px;${font}font-size:20px;line-height:28px;font-weight:600;color:#151b24">${escapeHtml(productName)}</td>`;
  return table(
    `<tr><td aria-hidden="true" valign="middle">${draw(mark)}</td>${name}<td aria-hidden="true" valign="middle" height="40" style="padding-left:24px">${draw(picture)}</td></tr>`,
  );
}
