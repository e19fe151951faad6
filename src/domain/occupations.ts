export const occupations = [
  'Estudante',
  'Professor(a)',
  'Profissional autônomo',
  'Empresa',
  'Outro',
] as const;
export type Occupation = (typeof occupations)[number];
