import { expect, test } from 'vitest';
import { hearing, quotedTurn, selections } from '#tests/helpers/quoted-turns.ts';
import { reference, verbalNote } from './citation.ts';

test('the entry of a reference begins with the surname, and its title is bold', () => {
  expect(reference(hearing, selections['one word'])).toMatchObject({
    text: 'SILVA, João da. Audiência de instrução. [S. l.: s. n.], 21 nov. 2026. 1 arquivo MP4 (42 min).',
    html: '<span lang="pt-BR">SILVA, João da. <strong>Audiência de instrução</strong>. [<em>S. l.: s. n.</em>], 21 nov. 2026. 1 arquivo MP4 (42 min).</span>',
  });
});

test('the entry names up to three voices, each once', () => {
  const voices = ['João da Silva', 'Dra. Ana Costa', 'Lúcia', 'João da Silva'];
  const turns = voices.map((voice) => quotedTurn('Sim.', { voice }));
  expect(reference(hearing, turns).text).toMatch(/^SILVA, João da; COSTA, Ana; LÚCIA\. Audiência/);
  const fourth = quotedTurn('Sim.', { voice: 'Paulo Reis Jr.' });
  expect(reference(hearing, [...turns, fourth])).toMatchObject({
    text: expect.stringMatching(/^SILVA, João da et al\. Audiência/),
    html: expect.stringContaining('SILVA, João da <em>et al.</em> <strong>'),
  });
});

test('the stop of an author who ends with one is not doubled', () => {
  const turns = [quotedTurn('Sim.', { voice: 'Pedro A.' })];
  expect(reference(hearing, turns).text).toMatch(/^A\., Pedro\. Audiência/);
  expect(reference(hearing, [quotedTurn('Sim.', { voice: 'Testemunha 1.' })]).text).toMatch(
    /^TESTEMUNHA 1\. Audiência/,
  );
});

test('without voices the entry begins with the first word of the title in capitals', () => {
  const may = { ...hearing, fileName: '', recordedAt: '2026-05-02T02:00:00.000Z', durationMs: 51_000 };
  expect(reference(may, selections['no voices']).text).toBe(
    'AUDIÊNCIA de instrução. [S. l.: s. n.], 1 maio 2026. 1 gravação (51 s).',
  );
});

test('the note of spoken information names voices, recording, day and place', () => {
  expect(verbalNote(hearing, selections['two voices']).text).toBe(
    'Informação verbal fornecida por João da Silva e Dra. Ana Costa na gravação “Audiência de instrução”, de 21 de novembro de 2026, 14 min 32 s.',
  );
  expect(verbalNote(hearing, selections['no times']).text).toBe(
    'Informação verbal fornecida por João da Silva na gravação “Audiência de instrução”, de 21 de novembro de 2026.',
  );
  expect(verbalNote(hearing, selections['no voices']).text).toMatch(
    /^Informação verbal obtida da gravação “Audiência de instrução”, de/,
  );
});
