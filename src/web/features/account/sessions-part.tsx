import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SessionList } from '#contract/profile.ts';
import { minuteMs } from '#domain/format/durations.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { formatDateTime } from '#web/format/time.ts';
import { failedCallOutcome } from '#web/forms/server-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FormStatus } from '#web/ui/form.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { endOtherSessions, sessionsQuery } from './api.ts';

const nowForMs = 5 * minuteMs;

/** The server does not update the time at every call, so the last minutes all count as "now". */
export function lastSeenText(lastSeenAt: string, nowMs: number) {
  const isNow = nowMs - Date.parse(lastSeenAt) < nowForMs;
  return isNow ? 'Ativa agora' : `Vista em ${formatDateTime(lastSeenAt)}`;
}

type Session = SessionList['sessions'][number];

const phones = /android|iphone|ios|celular/i;
const notEnded = 'Não foi possível encerrar as outras sessões. Tente novamente.';

export function SessionsPart() {
  const query = useQuery(sessionsQuery);
  if (query.data !== undefined) return <Sessions sessions={query.data.sessions} />;
  if (query.isError) return <LoadError title="Não foi possível carregar as sessões" queries={[query]} />;
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Carregando as sessões...</span>
      <Skeleton className="h-18" />
      <Skeleton className="h-10 w-52" />
    </div>
  );
}

function Sessions({ sessions }: SessionList) {
  const queryClient = useQueryClient();
  const [isConfirming, setIsConfirming] = useState(false);
  const { submit, outcome, isSending, clearOutcome } = useSubmit({
    send: async () => {
      await endOtherSessions();
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      return { kind: 'done', text: 'As outras sessões foram encerradas.' };
    },
    onSent: () => setIsConfirming(false),
    describeError: (error) => failedCallOutcome(error, { other: notEnded }),
  });
  const isEnded = outcome?.kind === 'done';
  const list = useRef<HTMLUListElement>(null);
  const ordered = sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  const hasOthers = sessions.some(({ is_current }) => !is_current);

  // The button that opened the dialog was removed with the other sessions.
  useEffect(() => {
    if (isEnded) list.current?.focus();
  }, [isEnded]);

  return (
    <div className="grid justify-items-start">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Sessões abertas"
        className="w-full divide-y divide-line rounded-card border border-line bg-raised outline-none"
      >
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          variant="secondary"
          className="mt-4"
          onClick={() => {
            clearOutcome();
            setIsConfirming(true);
          }}
        >
          Encerrar outras sessões
        </Button>
      ) : null}
      <FormStatus className="not-empty:mt-4" outcome={isEnded ? outcome : undefined} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Encerrar outras sessões?"
        description="Todos os outros navegadores e aparelhos saem da sua conta agora. Esta sessão continua."
        confirmLabel="Encerrar outras sessões"
        tone="primary"
        onConfirm={() => void submit()}
        busy={isSending}
        error={isEnded ? undefined : outcome?.text}
      />
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const device = session.device ?? 'Aparelho desconhecido';
  const Icon = phones.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" strokeWidth={1.75} />
      <div className="min-w-0 grow text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{device}</span>
          {session.is_current ? <Badge tone="thread">Esta sessão</Badge> : null}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-soft">
          <span>{session.is_current ? 'Ativa agora' : lastSeenText(session.last_seen_at, Date.now())}</span>
          {session.address === null ? null : (
            <span className="min-w-0 wrap-anywhere tabular-nums">{session.address}</span>
          )}
        </p>
        <p className="text-ink-faint">Aberta em {formatDateTime(session.created_at)}</p>
      </div>
    </li>
  );
}
