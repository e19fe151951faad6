import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { describeError } from '#web/api/error-recovery.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { openExample } from './api.ts';

export function ExampleButton() {
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: openExample,
    onSuccess: ({ jobId }) => navigate(paths.transcription(jobId)),
  });
  return (
    <>
      <Button variant="secondary" busy={isPending || isSuccess} onClick={() => mutate()}>
        Abrir uma transcrição de exemplo
      </Button>
      <p role="alert" className="w-full text-sm text-loss empty:hidden">
        {error === null ? null : describeError(error).text}
      </p>
    </>
  );
}
