/** Whether the user writes here, so that keys and pastes belong to the text. */
export const isTextInput = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
