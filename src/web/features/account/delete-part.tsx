import { useState } from 'react';
import { failedCallOutcome } from '../../forms/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { deleteAccount } from './delete-account.ts';

const later = 'Tente novamente mais tarde.';

export function DeletePart({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function confirm() {
    setBusy(true);
    setFault(undefined);
    try {
      await deleteAccount();
      onDeleted();
    } catch (error) {
      setFault(failedCallOutcome(error, { other: later }).text);
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          setFault(undefined);
          setAsking(true);
        }}
      >
        Deletar minha conta
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Tem certeza?"
        description="Esta ação é irreversível. Sua conta, seus arquivos, transcrições e resumos são apagados agora. Uma assinatura ativa termina na hora, sem devolução do que já foi pago, e um crédito se perde. Para receber de volta pagamentos dos últimos 7 dias, solicite antes o reembolso em “Meu plano”."
        confirmLabel={busy ? 'Excluindo...' : 'Confirmar exclusão'}
        onConfirm={() => void confirm()}
        busy={busy}
        error={
          fault === undefined ? undefined : (
            <>
              <strong className="block font-semibold">Erro ao deletar conta</strong>
              {fault}
            </>
          )
        }
      />
    </>
  );
}
