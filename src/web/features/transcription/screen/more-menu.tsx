import { Ellipsis } from 'lucide-react';
import { type ReactNode, useContext, useRef, useState } from 'react';
import type { Transcription } from '#contract/transcription.ts';
import { useInstallation } from '#web/app/installation.ts';
import { OpenMainMenu } from '#web/app/main-menu.ts';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OriginalsDialog } from './originals-dialog.tsx';
import { transcriptionFacts } from './transcription-facts.ts';
import { VoicesDialog } from './voices-dialog.tsx';

type MoreMenuProps = {
  shown: Transcription;
  onRename: () => void;
  /** Entries of the text, above those of the transcription. */
  children?: ReactNode;
};

/** The rarer actions of a transcription. */
export function MoreMenu({ shown, onRename, children }: MoreMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [showsOriginals, setShowsOriginals] = useState(false);
  const [showsVoices, setShowsVoices] = useState(false);
  // A recording from before the models were there may be searched now.
  const findsVoices = useInstallation().findsVoices === true || shown.voices.state !== null;
  const button = useRef<HTMLButtonElement>(null);
  const openMainMenu = useContext(OpenMainMenu);
  const isPhone = useMediaQuery('(width < 40rem)');
  return (
    <>
      <Menu
        label="Mais opções"
        trigger={
          <IconButton ref={button} label="Mais opções">
            <Ellipsis aria-hidden="true" className="size-5" />
          </IconButton>
        }
      >
        <MenuNote>{transcriptionFacts(shown).join(' · ')}</MenuNote>
        {children}
        <MenuItem onSelect={onRename}>Mudar o título</MenuItem>
        {!findsVoices || !shown.has_media || shown.status !== 'completed' ? null : (
          <MenuItem onSelect={() => setShowsVoices(true)}>Quantas pessoas falam…</MenuItem>
        )}
        {shown.parts.length === 0 ? null : (
          <MenuItem onSelect={() => setShowsOriginals(true)}>Arquivos originais…</MenuItem>
        )}
        {isPhone ? <MenuItem onSelect={() => openMainMenu(button.current)}>Menu principal</MenuItem> : null}
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDeleting(true)}>
          Excluir
        </MenuItem>
      </Menu>
      <OriginalsDialog
        jobId={shown.job_id}
        open={showsOriginals}
        onOpenChange={setShowsOriginals}
        fallbackFocus={button}
      />
      <VoicesDialog shown={shown} open={showsVoices} onOpenChange={setShowsVoices} fallbackFocus={button} />
      <DeleteDialog shown={shown} open={isDeleting} onOpenChange={setDeleting} fallbackFocus={button} />
    </>
  );
}
