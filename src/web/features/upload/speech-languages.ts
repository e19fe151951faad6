export type LanguageOption = { code: string; name: string };

const usual: LanguageOption = { code: 'pt', name: 'Português' };
const automatic: LanguageOption = { code: 'auto', name: 'Detectar automaticamente' };

const upperFirst = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);

/** Ours first, then whatever is spoken, then what the engine knows, by their Portuguese names. */
export function languageOptions(codes: readonly string[]): LanguageOption[] {
  const names = new Intl.DisplayNames('pt-BR', { type: 'language', fallback: 'none' });
  const others = codes
    .filter((code) => code !== usual.code && code !== automatic.code)
    .map((code) => ({ code, name: names.of(code) }))
    .filter((option): option is LanguageOption => option.name !== undefined)
    .map(({ code, name }) => ({ code, name: upperFirst(name) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  return [usual, automatic, ...others];
}
