import { expect, test } from 'vitest';
import { attachmentName } from './attachment-name.ts';

test.each([
  ['attachment; filename="aula.srt"', 'aula.srt'],
  [
    'attachment; filename="Reuniao de marco.srt"; filename*=UTF-8\'\'Reuni%C3%A3o%20de%20mar%C3%A7o.srt',
    'Reunião de março.srt',
  ],
  ["attachment; filename*=utf-8''Aula%20%22um%22%3B%20parte%202.vtt", 'Aula "um"; parte 2.vtt'],
  ['attachment; filename="aula.srt"; filename*=UTF-8\'\'%E3%', 'aula.srt'],
  ['attachment; filename="a \\"b\\".srt"', 'a "b".srt'],
  ['attachment', ''],
  [null, ''],
])('%s', (header, name) => {
  expect(attachmentName(header)).toBe(name);
});
