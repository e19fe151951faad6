import { expect, test } from 'vitest';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { unknownVariables } from './unknown-variables.ts';

const known = ['DATABASE_URL', 'STORAGE_URL', 'SPEECH_MODEL', 'AWS_ACCESS_KEY_ID', 'PORT'];

test('misspelt variables with a prefix of ours are unknown', () => {
  expect(unknownVariables(['DATABASE_URI', 'SPEECH_MODELL', 'STORAGE_URL', 'PORT'], known)).toEqual([
    'DATABASE_URI',
    'SPEECH_MODELL',
  ]);
});

test('variables of other programs are not ours', () => {
  expect(unknownVariables(['PATH', 'AWS_REGION', 'HOME', 'XDG_DATA_DIRS', 'speech_model'], known)).toEqual(
    [],
  );
});

test('the log of the start names unknown variables', async () => {
  await using product = await startTestProduct({ SPEECH_MODELL: 'local:parakeet' });
  expect(product.logged()).toContain('SPEECH_MODELL is no setting of Escriba: it has no effect');
});
