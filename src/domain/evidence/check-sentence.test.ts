import { expect, test } from 'vitest';
import { createSentenceCheck } from './check-sentence.ts';

const doubtOf = (sentence: string, text: string, voice?: string) =>
  createSentenceCheck([{ text, voice }])(sentence, [0]);

test.each([
  ['A sala recebeu 412 alunos.', 'A sala recebeu quatrocentos e doze alunos.'],
  ['A obra custou R$ 2.350.000.', 'A obra custou dois milhões trezentos e cinquenta mil reais.'],
  ['A passagem custa R$ 6,75.', 'A passagem custa seis reais e setenta e cinco centavos.'],
  ['O rendimento caiu 4,5%.', 'O rendimento caiu quatro e meio por cento, ou melhor, 4,5 por cento.'],
  ['A consulta é às 8h15.', 'A consulta é às oito e quinze.'],
  ['O voo sai às 21h30.', 'O voo sai às nove e meia da noite.'],
  ['A inscrição abre em 3 de maio.', 'A inscrição abre no dia três de maio.'],
  ['A inscrição abre em 03/05.', 'A inscrição abre no dia três de maio.'],
  ['O curso vai de 2 a 9 de abril.', 'O curso vai de dois a nove de abril.'],
  ['O mandato dura 3 anos.', 'O mandato dura trinta e seis meses.'],
  ['A trilha tem 2,5 km.', 'A trilha tem dois quilômetros e meio.'],
  ['O 2º colocado ganha uma bolsa.', 'O segundo colocado ganha uma bolsa.'],
  ['Dois terços dos sócios votaram.', 'Votaram dois terços dos sócios.'],
])('the check accepts the figures of %s', (sentence, text) => {
  expect(doubtOf(sentence, text)).toBeUndefined();
});

test.each([
  ['A sala recebeu 402 alunos.', 'A sala recebeu quatrocentos e doze alunos.'],
  ['A obra custou R$ 2.350.', 'A obra custou dois mil trezentos e cinquenta euros.'],
  ['O voo sai às 9h30.', 'O voo sai às nove e meia da noite.'],
  ['A inscrição abre em 3 de junho.', 'A inscrição abre no dia três de maio.'],
  ['O mandato dura 2 anos.', 'O mandato dura trinta e seis meses.'],
  ['A trilha tem 25 km.', 'A trilha tem dois quilômetros e meio.'],
])('the check refuses the figures of %s', (sentence, text) => {
  expect(doubtOf(sentence, text)).toBe('number');
});

test.each([
  ['O conselho aprovou a venda.', 'O conselho não aprovou a venda.', 'negation'],
  ['O conselho não aprovou a venda.', 'O conselho aprovou a venda.', 'negation'],
  ['Ninguém assinou a ata da reunião.', 'Não teve ninguém que assinou a ata da reunião.', undefined],
  ['O diretor nunca deixou de pagar o aluguel.', 'Nunca deixei de pagar o aluguel.', undefined],
  ['O diretor deixou de pagar o aluguel.', 'Nunca deixei de pagar o aluguel.', 'negation'],
  ['O hospital recusou a doação.', 'O hospital não recusou a doação.', 'negation'],
  ['A viagem saiu sem seguro.', 'A viagem saiu com seguro.', 'negation'],
  ['O aluno veio e não trouxe o livro.', 'O aluno veio, mas não trouxe o livro.', undefined],
])('the check compares what is denied: %s', (sentence, text, doubt) => {
  expect(doubtOf(sentence, text)).toBe(doubt);
});

const voices = [
  { voice: 'Marta Lemos', text: 'Eu vou revisar o contrato com o Jonas Farias até sexta.' },
  { voice: 'Pedro', text: 'O cartaz fica comigo. A Rita cuida do som e o Caio cuida da luz.' },
  { voice: 'Pedro', text: 'A Marta sabe que o palco quebrou.' },
];
test.each([
  ['Marta vai revisar o contrato até sexta.', 0, undefined],
  ['Lemos vai revisar o contrato até sexta.', 0, undefined],
  ['Pedro vai revisar o contrato até sexta.', 0, 'name'],
  ['Pedro disse que o contrato será revisado até sexta.', 0, 'name'],
  ['Marta vai revisar o contrato com Júlio Farias.', 0, 'name'],
  ['Rita cuida do som, e Caio, da luz.', 1, undefined],
  ['Caio cuida do som, e Rita cuida da luz.', 1, 'swap'],
  ['Segundo Marta, o palco quebrou.', 2, 'voice'],
  ['“A Rita cuida do som”, disse Pedro.', 1, undefined],
  ['“A Rita canta muito mal”, disse Pedro.', 1, 'quotation'],
  ['O cachorro fugiu pelo portão da garagem.', 1, 'content'],
])('the check compares names and voices: %s', (sentence, passage, doubt) => {
  expect(createSentenceCheck(voices)(sentence, [passage])).toBe(doubt);
});

test('the check knows voices without a name, and voices that share a first name', () => {
  const check = createSentenceCheck([
    { voice: 'Pessoa 1', text: 'O telhado da escola caiu.' },
    { voice: 'Pessoa 2', text: 'O muro da escola rachou.' },
    { voice: 'Ana Lima', text: 'O portão da escola emperrou.' },
    { voice: 'Ana Souza', text: 'A janela da escola quebrou.' },
  ]);
  expect(check('Segundo a Pessoa 2, o muro da escola rachou.', [1])).toBeUndefined();
  expect(check('A Pessoa 1 disse que o muro da escola rachou.', [1])).toBe('number');
  expect(check('Ana Souza disse que a janela da escola quebrou.', [3])).toBeUndefined();
  expect(check('Ana disse que a janela da escola quebrou.', [3])).toBeUndefined();
  expect(check('Ana Lima disse que a janela da escola quebrou.', [3])).toBe('name');
});

test('a sentence that an engine cut in two counts whole, and an answer includes its question', () => {
  const cut = createSentenceCheck([
    { text: 'A biblioteca recebeu oitenta livros' },
    { text: 'e doze mapas antigos.' },
    { text: 'Quantas cadeiras quebraram?' },
    { text: 'Foram sete.' },
  ]);
  expect(cut('A biblioteca recebeu 80 livros e 12 mapas.', [0])).toBeUndefined();
  expect(cut('A biblioteca recebeu 80 livros e 12 mapas.', [1])).toBeUndefined();
  expect(cut('Sete cadeiras quebraram.', [3])).toBeUndefined();
});
