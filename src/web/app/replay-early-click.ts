export const hydratedEvent = 'escriba:alive';

/**
 * For the script that delays loading the page's code. Before hydration a button does nothing, and on a slow
 * connection a visitor would click it repeatedly. The last click is replayed after hydration.
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
