import { clockRange } from './places.ts';
import { quoted } from './quotation-marks.ts';
import type { Citation, Source } from './quoted-turn.ts';
import { markedWords, type Speech } from './speeches.ts';
import { testNotice } from './test-notice.ts';
import { inline, list, write } from './write.ts';

const cell = 'border:1pt solid #000000;padding:2pt 5pt;text-align:left';

function row(tag: 'th' | 'td', cells: readonly (string | undefined)[]): Citation {
  const present = cells.filter((each) => each !== undefined).map((each) => write`${each}`);
  const html = present.map((each, at) => {
    // LibreOffice takes width and alignment only from attributes. Without a width it breaks the word "Depoente".
    const width = tag === 'th' && at < present.length - 1 ? ' width="20%"' : '';
    return `<${tag}${width} valign="top" style="${cell}">${each.html}</${tag}>`;
  });
  return { text: present.map(({ text }) => text).join('\t'), html: `<tr>${html.join('')}</tr>` };
}

function table(speeches: readonly Speech[], source: Source): Citation {
  const hasTimes = speeches.some(({ startMs }) => startMs !== undefined);
  const rows = [
    row('th', [hasTimes ? 'Tempo' : undefined, 'Depoente', 'Trecho']),
    ...speeches.map((speech) => {
      const time = clockRange(speech.startMs, speech.endMs) ?? '';
      return row('td', [
        hasTimes ? time : undefined,
        speech.voice ?? 'Não identificado',
        markedWords(speech),
      ]);
    }),
  ];
  const origin = write`Fonte: mídia ${source.fileName}${testNotice(source, '; ')}.`;
  const body = rows.map(({ html }) => html).join('');
  return {
    text: [...rows, origin].map(({ text }) => text).join('\n'),
    html: `<table lang="pt-BR" border="1" style="border-collapse:collapse">${body}</table><p lang="pt-BR">${origin.html}</p>`,
  };
}

/** “Não vi o semáforo.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51) */
export function petitionCitation(speeches: readonly Speech[], source: Source): Citation {
  const [speech] = speeches;
  if (speech === undefined || speeches.length > 1) return table(speeches, source);
  const { voice, startMs, endMs } = speech;
  const media = write`${voice === undefined ? 'Mídia' : 'mídia'} ${source.fileName}`;
  const testimony = voice === undefined ? undefined : write`Depoimento de ${voice}`;
  const origin = list([testimony, media, clockRange(startMs, endMs)]);
  return inline(write`${quoted(markedWords(speech))} (${origin}${testNotice(source, '; ')})`);
}
