import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type ExplanationDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
};

/** For what cannot be done, or is done already: why, and nothing to confirm. */
export function ExplanationDialog({ text, ...dialog }: ExplanationDialogProps) {
  return (
    <Dialog {...dialog} description={text}>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" onClick={() => dialog.onOpenChange(false)}>
          Entendi
        </Button>
      </div>
    </Dialog>
  );
}
