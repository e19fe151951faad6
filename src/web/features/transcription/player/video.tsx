import { useQuery } from '@tanstack/react-query';
import { Captions, CaptionsOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { subtitlesQuery } from './api.ts';
import type { Player } from './create-player.ts';

type VideoProps = {
  player: Player;
  jobId: string;
  title: string;
  /** A two-letter code, or `auto` if unknown. */
  language: string;
};

function useObjectUrl(content: Blob | undefined) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (content === undefined) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [content]);
  return url;
}

/** The video of the player, with the same subtitles as the download. */
export function Video({ player, jobId, title, language }: VideoProps) {
  const { data: subtitles } = useQuery(subtitlesQuery(jobId));
  const url = useObjectUrl(subtitles);
  const [showsText, setShowsText] = useState(true);

  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      if (element === null) return;
      // In fullscreen the player bar is hidden, so show the browser's controls.
      const onFullscreen = () => {
        element.controls = document.fullscreenElement === element;
      };
      const toggle = () => {
        if (!element.controls) player.toggle();
      };
      element.addEventListener('fullscreenchange', onFullscreen);
      element.addEventListener('click', toggle);
      const detach = player.attach(element);
      return () => {
        element.removeEventListener('fullscreenchange', onFullscreen);
        element.removeEventListener('click', toggle);
        detach?.();
      };
    },
    [player],
  );

  const showTrack = useCallback(
    (track: HTMLTrackElement | null) => {
      if (track !== null) track.track.mode = showsText ? 'showing' : 'hidden';
    },
    [showsText],
  );

  const Icon = showsText ? Captions : CaptionsOff;
  return (
    <div className="relative overflow-clip border-line bg-sunken max-sm:border-b sm:rounded-card sm:border print:hidden">
      {/* biome-ignore lint/a11y/useMediaCaption: the subtitles load later, made from the current text */}
      <video
        ref={attach}
        preload="metadata"
        playsInline
        aria-label={`Vídeo: ${title}`}
        className="mx-auto block aspect-video max-h-[30dvh] w-full xl:max-h-[45dvh] cursor-pointer"
      >
        {url === undefined ? null : (
          <track
            key={url}
            ref={showTrack}
            kind="subtitles"
            src={url}
            srcLang={language === 'auto' ? 'pt' : language}
            label="Transcrição"
            default
          />
        )}
      </video>
      {url === undefined ? null : (
        <IconButton
          label="Legendas"
          aria-pressed={showsText}
          className="absolute top-2 right-2 bg-raised/85"
          onClick={() => setShowsText(!showsText)}
        >
          <Icon aria-hidden="true" className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
