import { expect, test } from 'vitest';
import { NetworkError } from '../../../api/client.ts';
import { saveParts } from './save-parts.ts';

const saves = async () => undefined;

test('a part that fails keeps no other back', async () => {
  const fault = new Error('refused');
  const result = await saveParts([
    { part: 'password', run: () => Promise.reject(fault) },
    { part: 'profile', run: saves },
  ]);
  expect(result).toEqual({ saved: ['profile'], failed: [{ part: 'password', error: fault }] });
});

test('without an answer the rest is not tried, and told as not saved', async () => {
  const away = new NetworkError(undefined);
  let tried = false;
  const result = await saveParts([
    { part: 'profile', run: () => Promise.reject(away) },
    {
      part: 'email',
      run: async () => {
        tried = true;
      },
    },
  ]);
  expect(tried).toBe(false);
  expect(result.failed).toEqual([
    { part: 'profile', error: away },
    { part: 'email', error: away },
  ]);
});
