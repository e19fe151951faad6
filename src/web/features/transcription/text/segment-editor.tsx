import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { formatTimestamp } from '../../../format/time.ts';
import { replaceMatch } from './find-text.ts';
import { placeCaret, selectionOffsets } from './text-ranges.ts';

export type EditorActions = Readonly<{
  type: (id: number, text: string) => void;
  undo: () => void;
  redo: () => void;
  /** False at the first and the last segment, where the key goes on to what follows on the page. */
  move: (id: number, by: 1 | -1) => boolean;
  leave: () => void;
}>;

type SegmentEditorProps = { segment: StoredSegment; actions: EditorActions; className: string };

/** A segment is one line of speech: what would break it becomes a space, letter for letter. */
const onOneLine = (text: string) => text.replaceAll(/[\r\n\t\u00a0\u2028\u2029]/g, ' ');

/** Firefox before 136 knows only rich editing; `write` and `takeHistory` keep that plain. */
function editingMode(): 'plaintext-only' | 'true' {
  const probe = document.createElement('div');
  probe.setAttribute('contenteditable', 'plaintext-only');
  return probe.contentEditable === 'plaintext-only' ? 'plaintext-only' : 'true';
}

export function SegmentEditor({ segment, actions, className }: SegmentEditorProps) {
  const { id, text } = segment;
  const element = useRef<HTMLDivElement>(null);
  const [mode] = useState(editingMode);

  // The browser writes into the element itself; only what came from elsewhere (an undo, a replacement) is written here.
  useLayoutEffect(() => {
    if (element.current !== null && element.current.textContent !== text) element.current.textContent = text;
  }, [text]);

  useEffect(() => {
    const editor = element.current;
    // Also by the menu of the browser, whose own history knows one segment alone.
    function takeHistory(event: InputEvent) {
      if (event.inputType === 'historyUndo') actions.undo();
      else if (event.inputType === 'historyRedo') actions.redo();
      else if (!/^(insertParagraph|insertLineBreak|format)/.test(event.inputType)) return;
      event.preventDefault();
    }
    editor?.addEventListener('beforeinput', takeHistory);
    return () => editor?.removeEventListener('beforeinput', takeHistory);
  }, [actions]);

  function write(editor: HTMLDivElement) {
    const raw = editor.textContent ?? '';
    const line = onOneLine(raw);
    // Rich editing leaves elements behind: what was dropped, or a line break in an emptied segment.
    if (line !== raw || editor.firstElementChild !== null) {
      const caret = selectionOffsets(editor);
      editor.textContent = line;
      if (caret !== undefined) placeCaret(editor, caret);
    }
    actions.type(id, line);
  }

  function paste(event: ClipboardEvent<HTMLDivElement>) {
    event.preventDefault();
    const editor = event.currentTarget;
    const pasted = onOneLine(event.clipboardData.getData('text/plain').replaceAll(/\s*\n\s*/g, ' '));
    const selected = selectionOffsets(editor);
    if (selected === undefined || pasted === '') return;
    editor.textContent = replaceMatch(editor.textContent ?? '', selected, pasted);
    const end = selected.start + pasted.length;
    placeCaret(editor, { start: end, end });
    actions.type(id, editor.textContent ?? '');
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape') {
      event.preventDefault();
      actions.leave();
    }
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Tab' && !hasModifier && actions.move(id, event.shiftKey ? -1 : 1))
      event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea neither grows with its text nor shows what was found in it
    <div
      ref={element}
      role="textbox"
      tabIndex={0}
      aria-label={`Trecho em ${formatTimestamp(segment.start_ms)}`}
      aria-multiline="false"
      contentEditable={mode}
      suppressContentEditableWarning
      spellCheck
      data-text
      onInput={(event) => write(event.currentTarget)}
      onPaste={paste}
      onKeyDown={onKeyDown}
      className={className}
    />
  );
}
