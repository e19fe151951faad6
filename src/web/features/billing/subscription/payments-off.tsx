import { Notice } from './notice.tsx';

/** Where this installation takes no payments, no screen invites to pay. */
export function PaymentsOff() {
  return (
    <div className="mb-6">
      <Notice tone="notice" title="Os pagamentos ainda não foram ativados aqui.">
        Por enquanto, só o plano gratuito pode ser usado.
      </Notice>
    </div>
  );
}
