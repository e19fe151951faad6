import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** The specification quotes these texts with capitals. Each may occur only in these files. */
const quoted: Record<string, string[]> = {
  'Minhas Transcrições': ['src/web/routes/dashboard/transcriptions.tsx'],
  'Nova Transcrição': ['src/web/shell/dashboard-sidebar.tsx'],
  'Meu Plano': [],
  'Transcrição Sem Título': ['src/domain/transcript/transcription-name.ts'],
  'Plano Atual': ['src/web/features/billing/choice/choice-views.tsx'],
};

async function shownTexts() {
  const files = await Promise.all(
    ['src/web', 'src/server/features/mail', 'src/contract', 'src/domain'].map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const paths = files.flat().filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  return Promise.all(paths.map(async (path) => ({ path, content: await readFile(path, 'utf8') })));
}

test('the texts that the specification quotes with capitals occur only in their own files', async () => {
  const texts = await shownTexts();
  for (const [text, expectedPaths] of Object.entries(quoted)) {
    const found = texts.filter(({ content }) => content.includes(text));
    expect([text, found.map(({ path }) => path)]).toEqual([text, expectedPaths]);
    for (const { content } of found) expect(content.split(text)).toHaveLength(2);
  }
});
