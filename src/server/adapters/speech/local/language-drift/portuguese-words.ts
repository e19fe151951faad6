import dictionary from 'dictionary-pt';

/** A rule of the dictionary: words with the flag may replace `removed` by the ending under which the rule is kept. */
type Ending = { flag: string; removed: string; before: RegExp };

const linesOf = (file: Uint8Array) => new TextDecoder().decode(file).split('\n');

function readEndings(): Map<string, Ending[]> {
  const endings = new Map<string, Ending[]>();
  const patterns = new Map<string, RegExp>();
  for (const line of linesOf(dictionary.aff)) {
    const [kind, flag = '', removed = '', added = '', condition] = line.split(/\s+/);
    if (kind !== 'SFX' || condition === undefined) continue;
    const before = patterns.get(condition) ?? new RegExp(`${condition}$`);
    patterns.set(condition, before);
    const [ending = ''] = (added === '0' ? '' : added).split('/');
    endings.set(ending, [
      ...(endings.get(ending) ?? []),
      { flag, removed: removed === '0' ? '' : removed, before },
    ]);
  }
  return endings;
}

function readStems(): Map<string, string> {
  const flagsOf = new Map<string, string>();
  for (const line of linesOf(dictionary.dic)) {
    const [word = '', flags = ''] = line.trim().split('/');
    // A word may stand in the list twice. The caller splits words at their hyphens.
    if (word !== '' && !word.includes('-')) flagsOf.set(word, (flagsOf.get(word) ?? '') + flags);
  }
  return flagsOf;
}

/**
 * Tells whether a word in small letters is Portuguese. Takes endings off instead of adding all of them to all stems, as
 * libraries do: that takes minutes for this dictionary. Reading it takes half a second and 100 MB.
 */
export function readPortugueseWords(): (word: string) => boolean {
  const flagsOf = readStems();
  const endings = readEndings();
  const longest = Math.max(...Array.from(endings.keys(), (ending) => ending.length));
  const isForm = (word: string) => {
    if (flagsOf.has(word)) return true;
    for (let kept = word.length; kept >= Math.max(1, word.length - longest); kept -= 1)
      for (const { flag, removed, before } of endings.get(word.slice(kept)) ?? []) {
        const stem = word.slice(0, kept) + removed;
        if (flagsOf.get(stem)?.includes(flag) && before.test(stem)) return true;
      }
    return false;
  };
  return (word) => word.split('-').every(isForm);
}
