import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '#domain/format/dates.ts';
import { billingQuery } from './api.ts';
import { PortalButton } from './stripe-redirect.tsx';

type NoticeProps = {
  tone?: 'thread' | 'notice' | 'plain';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

const tones = {
  thread: 'border-thread/40 bg-thread-soft',
  notice: 'border-notice-line bg-notice-soft',
  plain: 'border-line bg-sunken',
} satisfies Record<NonNullable<NoticeProps['tone']>, string>;

/** A recent event or a problem, with its next step. */
export function Notice({ tone = 'plain', title, children, action }: NoticeProps) {
  return (
    <div
      className={`flex animate-rise flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border px-4 py-3 ${tones[tone]}`}
    >
      <div className="min-w-0 text-sm">
        <p className={`font-medium ${tone === 'notice' ? 'text-notice' : ''}`}>{title}</p>
        {children === undefined ? null : <p className="mt-0.5 text-ink-soft">{children}</p>}
      </div>
      {action}
    </div>
  );
}

/** Shown in an installation without payments, where no screen may ask the user to pay. */
export function PaymentsOff() {
  return (
    <div className="mb-6">
      <Notice tone="notice" title="Os pagamentos ainda não foram ativados aqui.">
        Por enquanto, só o plano gratuito pode ser usado.
      </Notice>
    </div>
  );
}

/** On every screen while the user can still correct a failed payment. */
export function GraceBanner() {
  const { data: billing } = useQuery(billingQuery);
  if (billing?.status !== 'past_due' || billing.grace_until === null) return null;
  return (
    <section
      aria-label="Pagamento pendente"
      className="mx-auto max-w-page px-gutter pt-6 sm:px-8 print:hidden"
    >
      <Notice
        tone="notice"
        title="O pagamento da sua assinatura não foi aprovado."
        action={<PortalButton label="Atualizar o cartão" />}
      >
        O plano {billing.plan_name} vale até {formatDate(billing.grace_until)}. Depois disso, sua conta volta
        para o plano gratuito.
      </Notice>
    </section>
  );
}
