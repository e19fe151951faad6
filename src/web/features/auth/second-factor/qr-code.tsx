import { encode } from 'uqr';

/** The quiet frame that cameras need around the code, in modules. */
const border = 4;

function pathOf(data: readonly (readonly boolean[])[]) {
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** Dark on light in both themes: many cameras read no other way. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 sm:size-52 rounded-control border border-line bg-raised text-ink scheme-light"
    >
      <path d={pathOf(data)} fill="currentColor" />
    </svg>
  );
}
