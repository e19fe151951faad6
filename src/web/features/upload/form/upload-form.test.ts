import { expect, test } from 'vitest';
import { languageOptions } from './upload-form.tsx';

test('the language menu lists Portuguese first, then automatic detection, then the others by name', () => {
  expect(languageOptions(['en', 'pt', 'de', 'es', 'xx'])).toEqual([
    { code: 'pt', name: 'Português' },
    { code: 'auto', name: 'Detectar automaticamente' },
    { code: 'de', name: 'Alemão' },
    { code: 'es', name: 'Espanhol' },
    { code: 'en', name: 'Inglês' },
  ]);
});

test('the language menu has two options if the engine lists no languages', () => {
  expect(languageOptions([]).map(({ code }) => code)).toEqual(['pt', 'auto']);
});
