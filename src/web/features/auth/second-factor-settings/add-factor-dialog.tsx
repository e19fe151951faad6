import { useState } from 'react';
import type { EnrolledFactor, FactorVerified } from '#contract/factors.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { dropFactor } from './api.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { DescribeForm } from './describe-form.tsx';

type EnrolDialogProps = {
  phoneOffered: boolean;
  onPassed: (passed: FactorVerified) => Promise<void>;
  onClose: () => void;
};

const titles = {
  totp: 'Leia o código com o aplicativo',
  phone: 'Confirme o telefone',
};
const descriptions = {
  totp: 'Abra o seu aplicativo autenticador, inclua uma conta, leia o código QR e digite os 6 números que aparecem.',
  phone: 'Digite o código que chegou por SMS.',
};

/** Loaded only to add a factor, because only this dialog draws a QR code. */
export function EnrolDialog({ phoneOffered, onPassed, onClose }: EnrolDialogProps) {
  const [factor, setFactor] = useState<EnrolledFactor>();

  function leave() {
    // An unverified factor protects nothing, so a failed removal is harmless: the list hides it, and it expires.
    if (factor !== undefined) dropFactor(factor).catch(() => {});
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || leave()}
      title={factor === undefined ? 'Ativar verificação em duas etapas' : titles[factor.factor_type]}
      description={
        factor === undefined
          ? 'Ao entrar, além da senha, você digita um código que só o seu aparelho conhece.'
          : descriptions[factor.factor_type]
      }
    >
      {factor === undefined ? (
        <DescribeForm phoneOffered={phoneOffered} onEnrolled={setFactor} />
      ) : (
        <ConfirmForm factor={factor} onPassed={onPassed} />
      )}
    </Dialog>
  );
}
