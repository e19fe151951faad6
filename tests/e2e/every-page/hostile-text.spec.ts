import { expect } from '../fixtures/fixtures.ts';
import { test } from '../fixtures/library-fixture.ts';

const hostile = `<img src=x onerror="window.broken=1"><script>window.broken=2</script>'"><svg/onload="window.broken=3">`;
const link = '[clique](javascript:window.broken=4)';

test('every screen shows hostile text as plain text and runs none of it', { tag: '@always' }, async ({
  signedIn: page,
  library,
}) => {
  const [id = ''] = await library.insert([
    { title: hostile, fileName: `${hostile}.mp3`, sentences: [hostile, link, 'E o resto da aula.'] },
  ]);
  await page.request.patch('/api/profile', {
    headers: { authorization: `Bearer ${(await (await page.request.get('/api/auth/token')).json()).token}` },
    data: { name: hostile.slice(0, 120) },
  });
  for (const path of ['/dashboard', '/dashboard/transcricoes', `/dashboard/transcricoes/${id}`]) {
    await page.goto(path);
    await expect(page.getByText('<img src=x onerror=').first()).toBeVisible();
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(
      await page.locator('main :is(img[src="x"], svg[onload], script, a[href^="javascript:"])').count(),
    ).toBe(0);
  }
  await page.goto(`/dashboard/transcricoes?busca=${encodeURIComponent(hostile)}`);
  await page.goto('/dashboard/conta');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate('window.broken')).toBeUndefined();
});
