import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const missing = 'Falta preencher um dado obrigatório.';
const invalid = 'Este dado não está no formato certo.';

const numbers = new Intl.NumberFormat('pt-BR');
const count = (value: unknown, [one, many]: readonly [string, string]) =>
  `${numbers.format(Number(value))} ${Number(value) === 1 ? one : many}`;

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['caractere', 'caracteres'],
  array: ['item', 'itens'],
  set: ['item', 'itens'],
  map: ['item', 'itens'],
  object: ['item', 'itens'],
  file: ['byte', 'bytes'],
};

const types: Readonly<Record<string, string>> = {
  string: 'Este dado deve ser um texto.',
  number: 'Este dado deve ser um número.',
  int: 'Este dado deve ser um número inteiro.',
  boolean: 'Este dado deve ser verdadeiro ou falso.',
  array: 'Este dado deve ser uma lista.',
};

const formats: Readonly<Record<string, string>> = {
  email: 'E-mail inválido.',
  url: 'Endereço inválido.',
  uuid: 'Identificador inválido.',
  date: 'Data inválida.',
  datetime: 'Data inválida.',
};

function sizeText(verb: string, limit: unknown, origin: string) {
  const unit = units[origin];
  if (unit !== undefined) return `Use ${verb} ${count(limit, unit)}.`;
  return origin === 'number' || origin === 'int'
    ? `Use um número de ${verb} ${numbers.format(Number(limit))}.`
    : invalid;
}

/** The text of a check without its own. Users read it on the screen. */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? missing : (types[issue.expected] ?? invalid);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return missing;
      return sizeText('no mínimo', issue.minimum, issue.origin);
    case 'too_big':
      return sizeText('no máximo', issue.maximum, issue.origin);
    case 'invalid_format':
      return formats[issue.format] ?? invalid;
    case 'invalid_value':
      return issue.input === undefined ? missing : 'Escolha uma das opções oferecidas.';
    case 'unrecognized_keys':
      return 'Há um dado a mais, que não pode ser mudado aqui.';
    default:
      return invalid;
  }
}
