export const hydratedEvent = 'escriba:alive';

/**
 * For the script that waits before it fetches the page's code: a button that is pressed meanwhile does nothing yet, and
 * on a slow line somebody would press it again and again. The last press is made once more when the page can answer.
 */
export const recordEarlyClick = () =>
  [
    'let pressed;',
    'const keep = ({ target }) => { pressed = target.closest("button"); };',
    'addEventListener("click", keep, true);',
    `addEventListener("${hydratedEvent}", () => {`,
    'removeEventListener("click", keep, true);',
    'pressed?.click();',
    '}, { once: true });',
  ].join('\n');
