import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { replaceMatch } from './find-text.ts';
import { placeCaret, selectionOffsets } from './text-selection.ts';

export type EditorActions = Readonly<{
  type: (id: number, text: string) => void;
  undo: () => void;
  redo: () => void;
  /** False at the first and last segment, where Tab must leave the list. */
  move: (id: number, by: 1 | -1) => boolean;
  /** Leaves the passage, and keeps its place. */
  leave: (id: number) => void;
}>;

type SegmentEditorProps = { segment: StoredSegment; actions: EditorActions; className: string };

/** A segment is one line, so each line break becomes one space. Offsets stay valid. */
const onOneLine = (text: string) => text.replaceAll(/[\r\n\t\u00a0\u2028\u2029]/g, ' ');

/** Firefox before 136 supports only rich editing; `write` and `takeHistory` keep its content plain. */
function editingMode(): 'plaintext-only' | 'true' {
  const probe = document.createElement('div');
  probe.setAttribute('contenteditable', 'plaintext-only');
  return probe.contentEditable === 'plaintext-only' ? 'plaintext-only' : 'true';
}

export function SegmentEditor({ segment, actions, className }: SegmentEditorProps) {
  const { id, text } = segment;
  const element = useRef<HTMLDivElement>(null);
  const [mode] = useState(editingMode);

  // The browser itself writes typed text into the element. Write only external changes, such as an undo.
  useLayoutEffect(() => {
    if (element.current !== null && element.current.textContent !== text) element.current.textContent = text;
  }, [text]);

  useEffect(() => {
    const editor = element.current;
    // The browser's own undo, also in its menu, covers only one segment. Use the store's history instead.
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
    // Rich editing leaves elements behind, such as dropped HTML or a <br> in an empty segment.
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
      actions.leave(id);
    }
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'Tab' && !hasModifier && actions.move(id, event.shiftKey ? -1 : 1))
      event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a textarea neither grows with its text nor supports highlights
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
