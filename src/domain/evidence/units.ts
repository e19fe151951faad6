import type { Token } from './words.ts';

/** Values of one dimension compare after the factor: two years are 24 months. */
export type Unit = Readonly<{ dimension: string; factor: number }>;

const rows: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['percent', 1, '%'],
  ['real', 1, 'r$ real reais'],
  ['real', 0.01, 'centavo centavos'],
  ['dollar', 1, 'us$ dolar dolares'],
  ['euro', 1, '€ euro euros'],
  ['time', 1, 'segundo segundos'],
  ['time', 60, 'minuto minutos min'],
  ['time', 3_600, 'hora horas h'],
  ['time', 86_400, 'dia dias'],
  ['time', 604_800, 'semana semanas'],
  ['months', 1, 'mes meses'],
  ['months', 12, 'ano anos'],
  ['length', 1_000, 'quilometro quilometros km'],
  ['length', 1, 'metro metros m'],
  ['length', 0.01, 'centimetro centimetros cm'],
  ['length', 0.001, 'milimetro milimetros mm'],
  ['area', 1, 'm²'],
  ['area', 10_000, 'hectare hectares'],
  ['speed', 1, 'km/h'],
  ['mass', 1, 'quilo quilos kg'],
  ['mass', 0.001, 'grama gramas g'],
  ['mass', 1_000, 'tonelada toneladas'],
  ['volume', 1, 'litro litros l'],
  ['volume', 0.001, 'mililitro mililitros ml'],
  ['degree', 1, 'grau graus °c'],
];

const units: ReadonlyMap<string, Unit> = new Map(
  rows.flatMap(([dimension, factor, names]) =>
    names.split(' ').map((name) => [name, { dimension, factor }] as const),
  ),
);

/** Units of several words. */
const phrases: readonly (readonly [words: readonly string[], unit: Unit])[] = [
  [['por', 'cento'], { dimension: 'percent', factor: 1 }],
  [['quilometros', 'por', 'hora'], { dimension: 'speed', factor: 1 }],
  [['metros', 'quadrados'], { dimension: 'area', factor: 1 }],
  [['metro', 'quadrado'], { dimension: 'area', factor: 1 }],
];

export const currencyBefore = (tokens: readonly Token[], at: number): Unit | undefined =>
  /^(?:r\$|us\$|€)$/.test(tokens[at - 1]?.folded ?? '') ? units.get(tokens[at - 1]?.folded ?? '') : undefined;

/** The unit at a place, also after "de": "doze milhões de reais". */
export function readUnit(
  tokens: readonly Token[],
  from: number,
): Readonly<{ unit: Unit; next: number }> | undefined {
  for (const [words, unit] of phrases)
    if (words.every((word, at) => tokens[from + at]?.folded === word))
      return { unit, next: from + words.length };
  const isMoney = tokens[from]?.folded === 'de' && /^(?:rea|dol|eur)/.test(tokens[from + 1]?.folded ?? '');
  const at = isMoney ? from + 1 : from;
  const unit = units.get(tokens[at]?.folded ?? '');
  return unit === undefined ? undefined : { unit, next: at + 1 };
}
