import { expect, test } from 'vitest';
import { inOrderOfDate, joinFiles } from './join-files.ts';

const noon = new Date(2026, 0, 31, 12, 0, 0).getTime();
const fileOf = (name: string, lastModified = noon, text = name) => new File([text], name, { lastModified });
const ordered = (...files: File[]) => inOrderOfDate(files).map(({ name }) => name);

test('voice messages of one day follow the number that WhatsApp gave them', () => {
  const names = ['PTT-20260131-WA0010.opus', 'PTT-20260131-WA0009.opus', 'PTT-20260130-WA0044.opus'];
  expect(ordered(...names.map((name, index) => fileOf(name, noon + index)))).toEqual([
    'PTT-20260130-WA0044.opus',
    'PTT-20260131-WA0009.opus',
    'PTT-20260131-WA0010.opus',
  ]);
});

test.each([
  ['WhatsApp Ptt 2026-01-31 at 14.05.06.ogg', 'WhatsApp Ptt 2026-01-31 at 14.05.59.ogg'],
  ['WhatsApp Audio 2026-01-31 at 9.59.00 AM.opus', 'WhatsApp Audio 2026-01-31 at 12.01.00 PM.opus'],
  ['WhatsApp Audio 2026-01-31 at 11.59.00 AM.opus', 'WhatsApp Audio 2026-01-31 at 1.00.00 PM.opus'],
  ['Voz 20260131_090506.m4a', 'Voz 20260131_140506.m4a'],
  ['20260131090506.m4a', '20260131140506.m4a'],
  ['Gravação 2026-01-31 09.30.m4a', 'Gravação 2026-01-31 14.05.m4a'],
  ['30-01-2026 10.00.mp3', '31-01-2026 09.00.mp3'],
  ['Chamada_260131_090506.amr', 'Chamada_260131_140506.amr'],
  ['gravação 2.mp3', 'gravação 10.mp3'],
])('%s comes before %s', (earlier, later) => {
  expect(ordered(fileOf(later), fileOf(earlier))).toEqual([earlier, later]);
});

test('a file without a date in its name stands at the time of its last change', () => {
  const named = 'WhatsApp Ptt 2026-01-31 at 12.30.00.ogg';
  const [before, after] = [noon, noon + 3_600_000];
  expect(ordered(fileOf('depois.m4a', after), fileOf(named), fileOf('antes.m4a', before))).toEqual([
    'antes.m4a',
    named,
    'depois.m4a',
  ]);
});

test('digits that are no date do not count as one', () => {
  expect(ordered(fileOf('120260131999.mp3', noon + 1), fileOf('b.mp3', noon))).toEqual([
    'b.mp3',
    '120260131999.mp3',
  ]);
});

test('joinFiles puts the bytes one after another and names each part', async () => {
  const { file, parts } = joinFiles([
    fileOf('PTT-20260131-WA0002.opus', noon, 'dois'),
    fileOf('PTT-20260131-WA0001.opus', noon, 'um'),
    fileOf('PTT-20260131-WA0003.opus', noon, 'três'),
  ]);
  expect(file.name).toBe('PTT-20260131-WA0001.opus e mais 2');
  expect(await file.text()).toBe('umdoistrês');
  expect(parts).toEqual([
    { fileName: 'PTT-20260131-WA0001.opus', bytes: 2 },
    { fileName: 'PTT-20260131-WA0002.opus', bytes: 4 },
    { fileName: 'PTT-20260131-WA0003.opus', bytes: 5 },
  ]);
});
