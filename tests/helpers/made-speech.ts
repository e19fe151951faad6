import { seededRandom } from './seeded-random.ts';

const vocabulary =
  'a o de que e do da em um para com não uma os no se na por mais as dos como mas ao das à seu ou quando muito nos já também só pelo pela até isso entre depois sem mesmo aos contrato transporte município secretaria ônibus linhas passageiros prefeitura orçamento empresa audiência pontualidade relatório semestre tarifa bairro motoristas manutenção conselho proposta previsto apresentou precisamos moradores representantes terminal horário'.split(
    ' ',
  );

type SpeechOptions = { sentences: number; words: number; seed?: number };

/** Makes sentences whose words have the lengths of spoken Portuguese, so that lines break as in a real text. */
export function madeSpeech({ sentences, words, seed = 32 }: SpeechOptions): string[] {
  const random = seededRandom(seed);
  const word = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? 'a';
  return Array.from({ length: sentences }, () => {
    const said = Array.from({ length: words }, word).join(' ');
    return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  });
}
