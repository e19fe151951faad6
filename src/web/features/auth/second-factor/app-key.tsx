import { encode } from 'uqr';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** As people read a long key to each other. */
export function groupsOfFour(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}

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

/** What the authenticator app needs: the code for its camera, and the same as a key for who cannot scan. */
export function AppKey({ uri, secret }: { uri: string; secret: string }) {
  return (
    <div className="grid justify-items-center gap-4">
      <QrCode text={uri} label="Código QR para o aplicativo autenticador" />
      <div className="grid w-full gap-2">
        <p className="text-sm text-ink-soft">Não consegue ler o código? Digite esta chave no aplicativo:</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="flex grow flex-wrap gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-sm select-all">
            {groupsOfFour(secret).map((group, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same four letters may come twice, and never move
              <span key={index}>{group}</span>
            ))}
          </code>
          <CopyButton text={secret} label="Copiar chave" doneLabel="Chave copiada" />
        </div>
      </div>
    </div>
  );
}
