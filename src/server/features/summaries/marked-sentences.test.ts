import { expect, test } from 'vitest';
import { createCitationChecker } from './check-citations.ts';

const said = [
  'A prova de biologia será na sexta-feira.',
  'O orçamento do laboratório foi aprovado em março.',
  'O Dr. Prado não vem na segunda.',
];
const check = createCitationChecker(
  said.map((text, id) => ({ id, startMs: id * 60_000, head: `[s${id}]`, text })),
);
/** [!] is the mark, and [1] the moment of segment 1. */
const marked = (text: string, isGrowing = false) =>
  check(text, { isGrowing })
    .text.replaceAll('[sem trecho que comprove](#sem-trecho)', '[!]')
    .replace(/\[\d+:\d+\]\(#t=(\d+)\)/g, (_, seconds: string) => `[${Number(seconds) / 60}]`);

test.each([
  ['A prova não será na sexta. [s0]', 'A prova não será na sexta. [!]'],
  ['A prova será na quinta [s0].', 'A prova será na quinta. [!]'],
  ['A prova será na sexta.', 'A prova será na sexta. [!]'],
  [
    'A prova será na quinta. [s0] O orçamento foi aprovado em março. [s1]',
    'A prova será na quinta. [!] O orçamento foi aprovado em março. [1]',
  ],
  // One citation at the end of a paragraph supports each of its sentences.
  [
    'O orçamento foi aprovado em março. É o orçamento do laboratório. [s1]',
    'O orçamento foi aprovado em março. É o orçamento do laboratório. [1]',
  ],
  [
    'O orçamento foi recusado. O orçamento foi aprovado em março. [s1]',
    'O orçamento foi recusado. [!] O orçamento foi aprovado em março. [1]',
  ],
  ['O Dr. Prado não vem na segunda. [s2]', 'O Dr. Prado não vem na segunda. [2]'],
  ['[s0] A prova será na sexta. [s1] O orçamento caiu.', ' [0] A prova será na sexta. O orçamento caiu. [!]'],
  [
    '## Decisões\n\n- Tarefas:\n- **Prazo:** sexta-feira [s0]',
    '## Decisões\n\n- Tarefas:\n- **Prazo:** sexta-feira [0]',
  ],
  ['**Decisões tomadas nesta reunião**\n\nTarefas', '**Decisões tomadas nesta reunião**\n\nTarefas'],
  ['Quando será a prova?\n#prova #biologia', 'Quando será a prova?\n#prova #biologia'],
  [
    '| Tarefa | Prazo |\n| --- | --- |\n| Prova de biologia | sexta [s0] |\n| Prova de biologia | quinta [s0] |',
    '| Tarefa | Prazo |\n| --- | --- |\n| Prova de biologia | sexta [0] |\n| Prova de biologia | quinta [!] |',
  ],
  ['**A prova será na quinta. [s0]**', '**A prova será na quinta.** [!]'],
])('the checker marks the sentences of %j', (text, expected) => {
  expect(marked(text)).toBe(expected);
});

test('a sentence that the model still writes stays unmarked until it is complete', () => {
  expect(marked('A prova será na quinta. [s0] O orçam', true)).toBe('A prova será na quinta. [!] O orçam');
  expect(marked('A prova será na quinta.', true)).toBe('A prova será na quinta.');
});

test('the moments of a marked sentence are not verified', () => {
  const { moments } = check('A prova será na quinta. [s0] O orçamento foi aprovado em março. [s1]');
  expect(moments.map(({ ref, is_verified }) => [ref, is_verified])).toEqual([
    ['s0', false],
    ['s1', true],
  ]);
});

test('more than six passages do not prove a sentence together', () => {
  const parts = ['um', 'gato', 'dorme', 'no', 'sofá', 'azul', 'da', 'avó'];
  const long = createCitationChecker(
    ['Bom dia.', 'Boa tarde.', 'Boa noite.', 'Olá.', 'Oi.', 'Tchau.', 'Até.', `${parts.join(' ')}.`].map(
      (text, id) => ({
        id,
        startMs: 0,
        head: `[s${id}]`,
        text,
      }),
    ),
  );
  expect(long('Um gato dorme no sofá azul. [s0, s1, s2, s3, s4, s7]').text).not.toContain('sem-trecho');
  expect(long('Um gato dorme no sofá azul. [s0, s1, s2, s3, s4, s5, s7]').text).toContain('sem-trecho');
});
