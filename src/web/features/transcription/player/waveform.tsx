import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { minuteMs } from '#domain/format/durations.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { Player } from './create-player.ts';
import {
  lineAt,
  noScore,
  type Score,
  ScoreLines,
  ScoreTicks,
  scoreHeightPx,
  speakerAt,
} from './score-lines.tsx';
import { usePlayerState } from './use-player.ts';
import '#web/styles/waveform.css';

const stepPx = 4;
const heightPx = 48;
const stepsMs: Readonly<Record<string, number>> = {
  ArrowLeft: -5_000,
  ArrowDown: -5_000,
  ArrowRight: 5_000,
  ArrowUp: 5_000,
  PageDown: -minuteMs,
  PageUp: minuteMs,
};

/** The minimum height, so that silence is still visible. */
const minShare = 0.04;

/**
 * Each bar is as high as the loudest peak in its range, from 0 to 1. The loudest bar fills the full height, so that
 * speech is visible in a quiet recording too.
 */
export function waveformBars(peaks: Uint8Array, count: number): Float32Array {
  const bars = new Float32Array(count);
  let loudest = 1;
  for (const value of peaks) loudest = Math.max(loudest, value);
  for (let at = 0; at < count; at += 1) {
    const from = Math.floor((at * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count));
    let top = 0;
    for (let index = from; index < to; index += 1) top = Math.max(top, peaks[index] ?? 0);
    bars[at] = Math.max(minShare, top / loudest);
  }
  return bars;
}

function pathOf(bars: Float32Array): string {
  let path = '';
  bars.forEach((share, at) => {
    const height = Math.max(2, share * (heightPx - 4));
    path += `M${at * stepPx + stepPx / 2} ${(heightPx - height) / 2}v${height}`;
  });
  return path;
}

function useWidth(element: { readonly current: HTMLElement | null }) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** In whole pixels of the screen, because an hour takes seconds to reach the next one. */
function playedPercent(share: number, width: number) {
  const pixels = width * devicePixelRatio;
  const part = Math.min(1, share);
  // Before the first measurement the width is 0.
  return `${100 * (pixels === 0 ? part : Math.round(part * pixels) / pixels)}%`;
}

type WaveformProps = { player: Player; peaks: Uint8Array; score?: Score | undefined };

/** A clickable waveform under a native range input, which handles pointer, keyboard and screen readers. */
export function Waveform({ player, peaks, score = noScore }: WaveformProps) {
  const { seconds, durationMs } = usePlayerState(player);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const bars = Math.floor(width / stepPx);
  const path = useMemo(() => (bars === 0 ? '' : pathOf(waveformBars(peaks, bars))), [peaks, bars]);
  const [draggedMs, setDraggedMs] = useState<number>();
  const [pointed, setPointed] =
    useState<Readonly<{ ms: number; name: string | undefined; isOnLine: boolean }>>();
  const isPressed = useRef(false);

  const dragged = useRef<number>(undefined);
  useEffect(() => {
    dragged.current = draggedMs;
    let asked = 0;
    let shown = '';
    function draw() {
      const ms = dragged.current ?? player.clock.currentMs();
      const played = playedPercent(durationMs === 0 ? 0 : ms / durationMs, width);
      // A frame without a change costs the browser no layout and no paint.
      if (played !== shown) frame.current?.style.setProperty('--played', played);
      shown = played;
      asked = player.clock.isPlaying() ? requestAnimationFrame(draw) : 0;
    }
    function wake() {
      cancelAnimationFrame(asked);
      draw();
    }
    wake();
    const unsubscribe = player.clock.subscribe(wake);
    return () => {
      unsubscribe();
      cancelAnimationFrame(asked);
    };
  }, [player, durationMs, draggedMs, width]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepsMs[event.key];
    if (step !== undefined) player.skip(step);
    else if (event.key === 'Home') player.seek(0);
    else if (event.key === 'End') player.seek(durationMs);
    else if (event.key === ' ') player.toggle();
    else return;
    event.preventDefault();
  }

  function point(event: PointerEvent) {
    if (event.pointerType === 'touch') return;
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    // On phones they are elsewhere, or hidden.
    const lines = frame.current?.querySelector('.score-lines')?.getBoundingClientRect();
    const fromFootPx = (lines?.bottom ?? 0) - event.clientY;
    const share = Math.min(1, Math.max(0, (event.clientX - left) / across));
    const line =
      fromFootPx >= 0 && event.clientY >= (lines?.top ?? 0) ? lineAt(score, fromFootPx) : undefined;
    const name = line?.name ?? speakerAt(score, share * durationMs);
    setPointed({ ms: share * durationMs, name, isOnLine: line !== undefined });
  }

  function release() {
    isPressed.current = false;
    // A press on the line of a voice plays there.
    const ms = draggedMs ?? (pointed?.isOnLine ? pointed.ms : undefined);
    if (ms !== undefined && pointed?.isOnLine) player.playFrom(ms);
    else if (ms !== undefined) player.seek(ms);
    setDraggedMs(undefined);
  }

  const shownMs = draggedMs ?? seconds * 1_000;
  const bubbleMs = draggedMs ?? pointed?.ms;
  const bubbleName =
    draggedMs === undefined || pointed?.isOnLine ? pointed?.name : speakerAt(score, draggedMs);
  const speaker = speakerAt(score, shownMs);
  return (
    <div
      ref={frame}
      data-pressed={draggedMs === undefined ? undefined : ''}
      style={{ '--score-room': `${scoreHeightPx(score)}px` } as CSSProperties}
      className="waveform relative h-4 rounded-control sm:mx-3 sm:h-10 sm:min-w-0 sm:grow sm:basis-0 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-thread"
    >
      <svg
        viewBox={`0 0 ${bars * stepPx} ${heightPx}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="waveform-bars fill-none stroke-2 [stroke-linecap:round]"
      >
        <path d={path} className="stroke-line-strong" />
      </svg>
      <svg
        viewBox={`0 0 ${bars * stepPx} ${heightPx}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="waveform-bars waveform-played fill-none stroke-2 [stroke-linecap:round]"
      >
        <path d={path} className="stroke-thread" />
      </svg>
      {score.lines.length === 0 ? null : <ScoreLines score={score} durationMs={durationMs} />}
      <ScoreTicks score={score} durationMs={durationMs} />
      <span aria-hidden="true" className="waveform-place absolute inset-y-0 w-0.5 rounded-full bg-thread" />
      {bubbleMs === undefined ? null : (
        <span
          aria-hidden="true"
          className="waveform-bubble pointer-events-none absolute -translate-x-1/2 rounded-control bg-ink px-1.5 py-0.5 text-xs whitespace-nowrap text-paper tabular-nums"
          style={{ left: `${durationMs === 0 ? 0 : (bubbleMs / durationMs) * 100}%` }}
        >
          {bubbleName === undefined ? null : `${bubbleName} · `}
          {formatTimestamp(bubbleMs)}
        </span>
      )}
      <input
        type="range"
        aria-label="Posição na gravação"
        aria-valuetext={`${formatTimestamp(shownMs)} de ${formatTimestamp(durationMs)}${speaker === undefined ? '' : `, ${speaker}`}`}
        min={0}
        max={Math.max(1, Math.round(durationMs))}
        step={100}
        value={Math.round(Math.min(shownMs, durationMs))}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isPressed.current = true;
        }}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
        onPointerUp={release}
        onPointerCancel={() => {
          isPressed.current = false;
          setDraggedMs(undefined);
        }}
        onChange={({ target }) => {
          const ms = Number(target.value);
          // Seek only on release: a seek at each position would delay the last one.
          if (isPressed.current) setDraggedMs(ms);
          else player.seek(ms);
        }}
        className="waveform-slider absolute -inset-y-3 left-0 h-10 w-full cursor-pointer sm:inset-y-0"
      />
    </div>
  );
}
