import { expect, test } from 'vitest';
import { openLeakedPasswords } from '#server/adapters/leaked-passwords/leaked-passwords.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { startSandbox } from '../start.ts';
import { leakedPassword } from './leaked-passwords.ts';

test("the sandbox answers the product's question about a leaked password, and about another one", async () => {
  await using state = await temporaryFolder();
  const sandbox = await startSandbox({
    httpPort: 0,
    smtpPort: 0,
    parts: ['passwords'],
    stateDir: state.path,
  });
  const url = `${sandbox.httpUrl}/leaked-passwords`;
  const passwords = openLeakedPasswords({ url, log: console });
  expect(await passwords.lookUp(leakedPassword)).toBe('leaked');
  expect(await passwords.lookUp('Onca-no-telhado-7')).toBe('not_found');
  expect(await (await fetch(`${url}/range/ABCDE`)).text()).toMatch(/^[0-9A-F]{35}:0$/);
  expect((await fetch(`${url}/range/abc`)).status).toBe(400);
  await sandbox.close();
});
