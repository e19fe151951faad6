import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { lazyZodResolver } from './lazy-zod-resolver.ts';

const Rules = z.object({ name: z.string().trim().min(2, 'Nome curto demais.') });
const options = { fields: {}, shouldUseNativeValidation: false };

test('the resolver validates input against a schema that it loads once', async () => {
  const load = vi.fn(async () => Rules);
  const resolver = lazyZodResolver(load);
  expect(load).not.toHaveBeenCalled();
  expect(await resolver({ name: ' A ' }, undefined, options)).toMatchObject({
    errors: { name: { message: 'Nome curto demais.' } },
  });
  expect(await resolver({ name: ' Ana ' }, undefined, options)).toMatchObject({
    values: { name: 'Ana' },
    errors: {},
  });
  expect(load).toHaveBeenCalledTimes(1);
});

test('the form leaves validation to the server if the schema fails to load, and retries next time', async () => {
  const load = vi.fn(async () => Rules);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const resolver = lazyZodResolver(load);
  expect(await resolver({ name: 'A' }, undefined, options)).toEqual({ values: { name: 'A' }, errors: {} });
  expect(await resolver({ name: 'A' }, undefined, options)).toMatchObject({
    errors: { name: { message: 'Nome curto demais.' } },
  });
});
