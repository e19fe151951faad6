import { Mic } from 'lucide-react';
import { durationText } from '../../format/duration.ts';
import { Button } from '../../ui/button.tsx';
import { refusalTexts } from './microphone-refusal.ts';
import type { RecordingView } from './recording-view.ts';

type OfferProps = { view: RecordingView; maxSeconds: number; disabled: boolean; onAsk: () => void };

function hintOf(stage: RecordingView['stage'], maxSeconds: number | undefined) {
  if (stage === 'asking') return 'Permita o uso do microfone na pergunta do navegador.';
  if (maxSeconds === undefined) return null;
  return `Até ${durationText(maxSeconds)}. Cada segundo fica guardado neste navegador até o envio.`;
}

export function RecorderOffer({ view, maxSeconds, disabled, onAsk }: OfferProps) {
  const { stage, refusal } = view;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" data-focus disabled={disabled} busy={stage === 'asking'} onClick={onAsk}>
        {stage === 'asking' ? null : <Mic aria-hidden="true" className="size-4" />}
        Gravar pelo microfone
      </Button>
      <p className="text-sm text-ink-soft empty:hidden">{hintOf(stage, disabled ? undefined : maxSeconds)}</p>
      {refusal === undefined ? null : (
        <div role="alert" className="text-sm">
          <p className="font-medium text-loss">{refusalTexts[refusal][0]}</p>
          <p>{refusalTexts[refusal][1]}</p>
        </div>
      )}
    </div>
  );
}
