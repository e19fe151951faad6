import { Button } from '../../../ui/button.tsx';

type RecoveryLineProps = { left: number; onRenew: () => void };

/** From here on somebody should think of new ones. */
const fewCodes = 3;

function leftText(left: number) {
  if (left === 0) return 'Você não tem mais códigos de recuperação.';
  return left === 1 ? 'Resta 1 código de recuperação.' : `Restam ${left} códigos de recuperação.`;
}

export function RecoveryLine({ left, onRenew }: RecoveryLineProps) {
  const isLow = left <= fewCodes;
  return (
    <div
      className={
        isLow
          ? 'grid justify-items-start gap-2 rounded-card border border-notice-line bg-notice-soft px-4 py-3 text-notice'
          : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2'
      }
    >
      <p className="text-sm">
        {leftText(left)}
        {isLow
          ? ' Gere novos antes de precisar deles: sem o aparelho e sem códigos, você fica de fora.'
          : null}
      </p>
      <Button variant="secondary" onClick={onRenew}>
        Gerar novos códigos
      </Button>
    </div>
  );
}
