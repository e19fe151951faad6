/** Other programs read variables with these prefixes too. */
const sharedPrefixes = new Set(['AWS', 'GOOGLE', 'OPENAI', 'ANTHROPIC', 'GROQ', 'OPENROUTER', 'NODE', 'LOG']);

const prefixOf = (name: string) => name.split('_', 1)[0] ?? '';

/** Variables with a prefix of ours that mean nothing: most likely misspelt ones, whose settings have no effect. */
export function unknownVariables(given: readonly string[], known: readonly string[]): string[] {
  const ours = new Set(known.filter((name) => name.includes('_')).map(prefixOf));
  return given
    .filter((name) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && !known.includes(name))
    .filter((name) => ours.has(prefixOf(name)) && !sharedPrefixes.has(prefixOf(name)))
    .sort();
}
