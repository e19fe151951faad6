import { Link } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import { paths } from '../../../app/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Notice } from './notice.tsx';
import type { useCheckoutReturn } from './use-checkout-return.ts';

type ReturnNoticeProps = { returned: ReturnType<typeof useCheckoutReturn>; billing: BillingState };

/** How the way to the payment page ended. Always in the page: a screen reader hears only what changes in it. */
export function ReturnNotice({ returned, billing }: ReturnNoticeProps) {
  return (
    <div role="status" className="not-empty:mb-6">
      <Said returned={returned} billing={billing} />
    </div>
  );
}

function Said({ returned: { state, again }, billing }: ReturnNoticeProps) {
  const lookAgain = (
    <Button variant="secondary" onClick={again}>
      Verificar de novo
    </Button>
  );
  switch (state) {
    case 'none':
      return null;
    case 'checking':
      return (
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <Spinner className="size-4" />
          Confirmando seu pagamento...
        </p>
      );
    case 'paid':
      return (
        <Notice
          tone="thread"
          title={`Pagamento confirmado. Seu plano agora é o ${billing.plan_name}.`}
          action={
            <Link to={paths.newFile} className={buttonClass()}>
              Enviar novo arquivo
            </Link>
          }
        >
          O recibo fica em Meu plano.
        </Notice>
      );
    case 'slow':
      return (
        <Notice tone="notice" title="Ainda não recebemos a confirmação do pagamento." action={lookAgain}>
          Isso pode levar alguns minutos. Não é preciso pagar de novo.
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="notice" title="Não conseguimos verificar o pagamento agora." action={lookAgain}>
          Se ele foi feito, seu plano muda assim que a confirmação chegar.
        </Notice>
      );
    case 'gave_up':
      return <Notice title="Você saiu da página de pagamento. Nada foi cobrado." />;
  }
}
