import { encode } from 'uqr';
import { CopyButton } from '#web/ui/copy-button.tsx';

/** Splits a long key into groups, which are easier to read aloud. */
export function groupsOfFour(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}

/** The quiet zone around the code that cameras need, in modules. */
const border = 4;

function pathOf(data: readonly (readonly boolean[])[]) {
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

/** Dark on light in both themes, because many cameras read nothing else. */
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

/** The key for the authenticator app, as a QR code and as text for users who cannot scan. */
export function AppKey({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode text={uri} label="Código QR para o aplicativo autenticador" />
      <div className="grid w-full gap-2">
        <p className="text-sm text-ink-soft">Não consegue ler o código? Digite esta chave no aplicativo:</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="flex grow flex-wrap gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-sm select-all">
            {groupsOfFour(secret).map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups may repeat and never move
              <span key={index}>{group}</span>
            ))}
          </code>
          <CopyButton text={secret} label="Copiar chave" doneLabel="Chave copiada" />
        </div>
      </div>
    </div>
  );
}
