import { Bookmark, Ellipsis, Play, Quote as QuoteSign, UserRound } from 'lucide-react';
import { type CSSProperties, useLayoutEffect, useState } from 'react';
import { citationStyles } from '#domain/citation/citation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuChoices, MenuItem, MenuNote, MenuSeparator } from '#web/ui/menu.tsx';
import { styleNames } from './citation-choice.ts';
import type { Quote } from './use-quote.ts';
import type { SelectedText } from './use-selected-text.ts';

const gapPx = 8;
const edgePx = 8;

type Size = Readonly<{ width: number; height: number }>;

/** Above the selection, else below it, else at the foot of the window: never over the selected words. */
function placeAtWords({ top, bottom, left, room }: SelectedText, size: Size): CSSProperties {
  const above = top - gapPx - size.height;
  const below = bottom + gapPx;
  const foot = room.bottom - size.height - gapPx;
  const x = Math.max(edgePx, room.left, Math.min(left, window.innerWidth - size.width - edgePx));
  return { left: x, top: above >= room.top ? above : Math.min(below, foot) };
}

/** On phones above the player, because the system's own bar stands at the selection. Above low words at the top. */
function placeOnPhone({ top, bottom, room, isInView }: SelectedText, { height }: Size) {
  const isBehind = isInView && bottom > room.bottom - height - 2 * gapPx;
  const atTop = room.top + gapPx;
  return isBehind && top >= atTop + height + gapPx ? { top: atTop, bottom: 'auto' } : undefined;
}

type QuoteBarProps = { quote: Quote; isPhone: boolean };

/** The verbs of a selection. */
export function QuoteBar({ quote, isPhone }: QuoteBarProps) {
  const { selected, bar } = quote;
  const [style, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (selected === undefined || bar.current === null) return setPlace(undefined);
    setPlace((isPhone ? placeOnPhone : placeAtWords)(selected, bar.current.getBoundingClientRect()));
  }, [selected, bar, isPhone]);
  if (selected === undefined) return null;
  const asksWho = quote.canAskWho && !selected.hasVoices;
  const isAtFoot = isPhone && style === undefined;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Fala selecionada"
      data-at-foot={isAtFoot || undefined}
      // A press would end the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      style={style}
      className={classNames(
        'quote-bar fixed z-30 flex items-center gap-1 rounded-card border border-line bg-raised p-1 shadow-float print:hidden',
        isPhone
          ? 'inset-x-gutter bottom-[calc(var(--bottom-bar-room)+var(--tray-room)+0.5rem)] flex-wrap justify-between'
          : !(selected.isInView && style !== undefined) && 'invisible',
        // Over the words that pass below it; still there for the keyboard.
        !isPhone && selected.isMoving && 'pointer-events-none opacity-0',
      )}
    >
      {quote.canPlay ? (
        <Button variant="quiet" className={verbClass} aria-keyshortcuts="Enter" onClick={quote.play}>
          <Play aria-hidden="true" className="size-4" />
          Ouvir
        </Button>
      ) : null}
      <Button
        variant="quiet"
        className={verbClass}
        title={`Copiar a citação: ${styleNames[quote.style]}`}
        aria-keyshortcuts="C"
        onClick={quote.cite}
      >
        <QuoteSign aria-hidden="true" className="size-4" />
        Citar
      </Button>
      <Button variant="quiet" className={verbClass} aria-keyshortcuts="M" onClick={quote.mark}>
        <Bookmark aria-hidden="true" className="size-4" />
        Marcar
      </Button>
      {/* In a text with voices the names above the turns ask, and the menu here. */}
      {asksWho ? (
        <Button
          variant="quiet"
          className={`${verbClass} quote-who`}
          aria-keyshortcuts="Q"
          onClick={quote.askWho}
        >
          <UserRound aria-hidden="true" className="size-4" />
          Quem fala?
        </Button>
      ) : null}
      <QuoteMenu quote={quote} doubts={selected.doubts} />
    </div>
  );
}

const verbClass = 'quote-verb max-sm:min-h-12';

const doubtsText = (count: number) =>
  count === 1
    ? 'Uma palavra em dúvida. Ouça antes de citar.'
    : `${count} palavras em dúvida. Ouça antes de citar.`;

function QuoteMenu({ quote, doubts }: { quote: Quote; doubts: number }) {
  return (
    <Menu
      label="Estilo da citação"
      align="start"
      open={quote.isMenuOpen}
      onOpenChange={quote.setMenuOpen}
      trigger={
        <IconButton label="Estilo da citação e mais" className="max-sm:size-12">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      {doubts > 0 ? (
        <>
          <MenuNote>{doubtsText(doubts)}</MenuNote>
          {quote.canPlay ? <MenuItem onSelect={quote.play}>Ouvir a fala</MenuItem> : null}
          <MenuSeparator />
        </>
      ) : null}
      <StyleChoices quote={quote} />
      <MenuSeparator />
      {quote.canAskWho ? <MenuItem onSelect={quote.askWho}>Quem fala?</MenuItem> : null}
      <MenuItem onSelect={quote.copyReference}>Copiar a referência (NBR 6023)</MenuItem>
      <MenuItem onSelect={quote.copyNote}>Copiar a nota de informação verbal</MenuItem>
      {quote.hasMoment ? (
        <MenuItem onSelect={quote.link}>
          <span className="grow">Copiar link deste momento</span>
          <span className="text-ink-soft">só você abre</span>
        </MenuItem>
      ) : null}
    </Menu>
  );
}

/** Written with the open menu only, because the page renders often while words are selected. */
function StyleChoices({ quote }: { quote: Quote }) {
  return (
    <MenuChoices
      value={quote.style}
      choices={citationStyles.map((style) => ({
        value: style,
        label: styleNames[style],
        detail: quote.previewIn(style),
      }))}
      onChoose={(value) => {
        const style = citationStyles.find((each) => each === value);
        if (style !== undefined) quote.citeIn(style);
      }}
    />
  );
}
