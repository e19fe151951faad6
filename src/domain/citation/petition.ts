import { clockRange } from './places.ts';
import { quoted } from './quotation-marks.ts';
import type { Citation, Source } from './quoted-turn.ts';
import { markedWords, type Speech } from './speeches.ts';
import { testNotice } from './test-notice.ts';
import { inline, list, write } from './write.ts';

const cell = 'border:1pt solid #000000;padding:2pt 5pt;text-align:left';

function htmlRow(tag: 'th' | 'td', cells: readonly string[]): string {
  const html = cells.map((each, at) => {
    // LibreOffice takes width and alignment only from attributes. Without a width it breaks the word "Depoente".
    const width = tag === 'th' && at < cells.length - 1 ? ' width="20%"' : '';
    return `<${tag}${width} valign="top" style="${cell}">${write`${each}`.html}</${tag}>`;
  });
  return `<tr>${html.join('')}</tr>`;
}

/** Leaves out the column of times if the recording has none. */
export function petitionTable(speeches: readonly Speech[], source: Source): Citation {
  const hasTimes = speeches.some(({ startMs }) => startMs !== undefined);
  const head = [...(hasTimes ? ['Tempo'] : []), 'Depoente', 'Trecho'];
  const body = speeches.map((speech) => [
    ...(hasTimes ? [clockRange(speech.startMs, speech.endMs) ?? ''] : []),
    speech.voice ?? 'Não identificado',
    markedWords(speech),
  ]);
  const origin = write`Fonte: mídia ${source.fileName}${testNotice(source, '; ')}.`;
  const lines = [head, ...body].map((cells) => cells.map((each) => write`${each}`.text));
  const html = [htmlRow('th', head), ...body.map((cells) => htmlRow('td', cells))].join('');
  return {
    text: [...lines.map((cells) => cells.join('\t')), origin.text].join('\n'),
    html: `<table lang="pt-BR" border="1" style="border-collapse:collapse">${html}</table><p lang="pt-BR">${origin.html}</p>`,
    blocks: [
      { kind: 'table', rows: lines },
      { kind: 'text', runs: origin.runs },
    ],
  };
}

/** “Não vi o semáforo.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51) */
export function petitionCitation(speeches: readonly Speech[], source: Source): Citation {
  const [speech] = speeches;
  if (speech === undefined || speeches.length > 1) return petitionTable(speeches, source);
  const { voice, startMs, endMs } = speech;
  const media = write`${voice === undefined ? 'Mídia' : 'mídia'} ${source.fileName}`;
  const testimony = voice === undefined ? undefined : write`Depoimento de ${voice}`;
  const origin = list([testimony, media, clockRange(startMs, endMs)]);
  return inline(write`${quoted(markedWords(speech))} (${origin}${testNotice(source, '; ')})`);
}
