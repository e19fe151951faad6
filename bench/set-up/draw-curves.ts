type Line = Readonly<{ label: string; values: readonly number[]; style: 'bold' | 'thin' | 'dashed' }>;
type Drawing = Readonly<{ title: string; lines: readonly Line[]; goal: { x: number; y: number } }>;

const size = { width: 720, height: 460 };
const area = { left: 64, top: 48, width: 480, height: 340 };
const strokes = {
  bold: 'stroke="#0b5d3b" stroke-width="3"',
  thin: 'stroke="#555" stroke-width="1.5"',
  dashed: 'stroke="#9a3412" stroke-width="2" stroke-dasharray="7 5"',
};

const x = (share: number) => (area.left + share * area.width).toFixed(1);
const y = (share: number) => (area.top + (1 - share) * area.height).toFixed(1);
const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Draws shares from 0 to 1 over evenly spaced shares from 0 to 1. The goal is a point with its lines to the axes. */
export function drawCurves({ title, lines, goal }: Drawing): string {
  const grid = shares.flatMap((share) => [
    `<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke="#ddd"/>`,
    `<text x="${x(share)}" y="${area.top + area.height + 20}" text-anchor="middle">${percent(share)}</text>`,
    `<text x="${area.left - 10}" y="${Number(y(share)) + 4}" text-anchor="end">${percent(share)}</text>`,
  ]);
  const curves = lines.map(({ values, style }) => {
    const points = values.map((value, at) => `${x(at / (values.length - 1))},${y(value)}`);
    return `<polyline fill="none" points="${points.join(' ')}" ${strokes[style]}/>`;
  });
  const legend = lines.map(({ label, style }, at) => {
    const top = area.top + 16 + at * 26;
    const left = area.left + area.width + 16;
    return `<path d="M${left} ${top}h24" ${strokes[style]}/><text x="${left + 30}" y="${top + 4}">${label}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${area.left}" y="26" font-size="15">${title}</text>
${grid.join('\n')}
<path d="M${x(goal.x)} ${y(0)}V${y(goal.y)}H${x(0)}" fill="none" stroke="#111" stroke-dasharray="2 3"/>
<circle cx="${x(goal.x)}" cy="${y(goal.y)}" r="4" fill="#111"/>
${curves.join('\n')}
${legend.join('\n')}
<text x="${area.left + area.width / 2}" y="${size.height - 20}" text-anchor="middle">share of the recording that was heard</text>
</svg>
`;
}
