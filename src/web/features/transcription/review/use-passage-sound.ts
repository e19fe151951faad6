import { useRef, useState } from 'react';
import type { Doubt } from '#domain/transcript/doubt-order.ts';
import { soundAgain } from '#domain/transcript/sound-around.ts';
import type { Player } from '../player/create-player.ts';
import { playPassage } from '../player/play-passage.ts';
import type { TextStore } from '../text/text-store.ts';
import { followText } from './followed-text.ts';

/** The recording ends before a silent passage: engines invent text exactly there. */
type Hearing = 'unheard' | 'heard' | 'silent';

/** Plays the passage in hand, and knows whether the person has heard it with its text. */
export function usePassageSound(player: Player | undefined, store: TextStore) {
  const [mustListen, setMustListen] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const hearing = useRef<Hearing>('unheard');
  const text = useRef<ReturnType<typeof followText>>(undefined);
  const passage = useRef<() => void>(undefined);
  /** A correction may have left fewer doubtful words than the passage in hand had. */
  const heardDoubt = useRef<Doubt>(undefined);
  /** How often the person has asked for the passage again. */
  const times = useRef(0);

  function become(next: Hearing) {
    hearing.current = next;
    setSilent(next === 'silent');
    if (next !== 'unheard') setMustListen(false);
  }

  function stop() {
    passage.current?.();
    passage.current = undefined;
  }

  function hear(doubt: Doubt) {
    if (player === undefined) return;
    stop();
    if (text.current?.isForeign() !== false) begin(doubt.id);
    let isOver = false;
    const end = playPassage(player, {
      ...doubt,
      ...soundAgain(doubt, times.current),
      onHeard: () => {
        if (hearing.current !== 'heard') heardDoubt.current = doubt;
        become('heard');
      },
      onSilent: () => become('silent'),
      onEnd: () => {
        isOver = true;
        passage.current = undefined;
      },
    });
    if (!isOver) passage.current = end;
  }

  function begin(id: number) {
    text.current?.stop();
    text.current = followText(store, id);
    become('unheard');
    heardDoubt.current = undefined;
    times.current = 0;
  }

  return {
    mustListen,
    isSilent,
    /** Another passage, or the same one again: its sound has not passed yet. */
    start(doubt: Doubt) {
      begin(doubt.id);
      setMustListen(false);
      hear(doubt);
    },
    hear,
    /** With more sound around it. The hearing so far counts. */
    hearAgain(doubt: Doubt) {
      times.current += 1;
      hear(doubt);
    },
    stop,
    leave() {
      stop();
      text.current?.stop();
      text.current = undefined;
      become('unheard');
      setMustListen(false);
    },
    /** Of the text that the passage has now. */
    hearing: (): Hearing => (text.current?.isForeign() === false ? hearing.current : 'unheard'),
    heardDoubt: () => heardDoubt.current,
    isForeign: () => text.current?.isForeign() === true,
    isPlaying: () => passage.current !== undefined && player?.state().isPlaying === true,
    askToListen: () => setMustListen(true),
  };
}
