import { expect, test } from 'vitest';
import { languageOptions } from './upload-form.tsx';

test('Portuguese comes first, then the automatic choice, then the others by name', () => {
  expect(languageOptions(['en', 'pt', 'de', 'es', 'xx'])).toEqual([
    { code: 'pt', name: 'Português' },
    { code: 'auto', name: 'Detectar automaticamente' },
    { code: 'de', name: 'Alemão' },
    { code: 'es', name: 'Espanhol' },
    { code: 'en', name: 'Inglês' },
  ]);
});

test('an engine that names no language leaves the first two', () => {
  expect(languageOptions([]).map(({ code }) => code)).toEqual(['pt', 'auto']);
});
