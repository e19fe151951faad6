import { Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFile } from '#web/browser/download-file.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { rememberAccountDeleted } from './account-deleted-notice.tsx';
import { deleteAccount, exportAccount } from './api.ts';

const notDone = 'Não foi possível baixar seus dados. Tente novamente.';

const contents = [
  'perfil, sessões e verificação em duas etapas',
  'transcrições',
  'plano e uso',
  'mensagens que você nos enviou de dentro da conta',
];

export function ExportPart() {
  const { submit, outcome, isSending } = useSubmit({
    send: async () => {
      const file = await exportAccount();
      downloadFile(file, file.name);
      return { kind: 'done', text: 'Arquivo pronto. Veja a pasta de downloads do navegador.' };
    },
    describeError: (error) => failedCallOutcome(error, { other: notDone }),
  });

  return (
    <div className="grid justify-items-start gap-4">
      <div className="text-sm text-ink-soft">
        <p>Um arquivo ZIP com tudo o que guardamos sobre você, em texto e em JSON:</p>
        <ul className="mt-1.5 grid list-disc gap-0.5 pl-5">
          {contents.map((content) => (
            <li key={content}>{content}</li>
          ))}
        </ul>
      </div>
      <div className="grid justify-items-start">
        <Button variant="secondary" busy={isSending} onClick={() => void submit()}>
          {isSending ? null : <Download aria-hidden="true" className="size-4" />}
          {isSending ? 'Reunindo seus dados...' : 'Baixar meus dados'}
        </Button>
        <FormStatus outcome={outcome} className="not-empty:mt-3" />
      </div>
    </div>
  );
}

const later = 'Tente novamente mais tarde.';

export function DeletePart() {
  const [isConfirming, setIsConfirming] = useState(false);
  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async () => {
      await deleteAccount();
      sessionStore.accountDeleted();
      rememberAccountDeleted();
    },
    describeError: (error) => failedCallOutcome(error, { other: later }),
  });

  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          clearOutcome();
          setIsConfirming(true);
        }}
      >
        Deletar minha conta
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Tem certeza?"
        description="Esta ação é irreversível. Sua conta, seus arquivos, transcrições e resumos são apagados agora. Uma assinatura ativa termina na hora, sem devolução do que já foi pago, e um crédito se perde. Para receber de volta pagamentos dos últimos 7 dias, solicite antes o reembolso em “Meu plano”."
        confirmLabel={isSending ? 'Excluindo...' : 'Confirmar exclusão'}
        onConfirm={() => void submit()}
        busy={isSending}
        error={
          outcome === undefined ? undefined : (
            <>
              <strong className="block font-semibold">Erro ao deletar conta</strong>
              {outcome.text}
            </>
          )
        }
      />
    </>
  );
}
