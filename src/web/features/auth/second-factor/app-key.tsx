import { CopyButton } from '../../../ui/copy-button.tsx';
import { groupsOfFour } from './groups-of-four.ts';
import { QrCode } from './qr-code.tsx';

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
