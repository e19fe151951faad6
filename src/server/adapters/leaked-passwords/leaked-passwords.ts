import { createHash } from 'node:crypto';
import type { Logger } from 'pino';

/** Common base words of passwords, mostly Brazilian, normalized by `folded`. */
const words = `
  senha minhasenha novasenha senhas senhaforte senhasegura password passwd pass mypassword mudar mudarsenha trocar
  trocarsenha acesso entrar login admin administrador administrator root suporte usuario user teste testes test demo
  visitante guest convidado cliente empresa escola aluno professor professora faculdade trabalho escritorio casa
  internet wifi computador notebook celular iphone samsung android google gmail hotmail facebook instagram whatsapp
  youtube netflix windows microsoft escriba transcricao audio video
  brasil brazil saopaulo riodejaneiro rio bahia salvador recife ceara fortaleza curitiba parana brasilia manaus belem
  goiania minas belohorizonte floripa portugal lisboa
  flamengo corinthians palmeiras santos saopaulofc vasco gremio inter internacional cruzeiro atletico galo botafogo
  fluminense sport vitoria coritiba athletico futebol mengao timao verdao neymar pele ronaldo
  deus jesus jesuscristo cristo deusefiel senhor maria nossasenhora aparecida gratidao fe fiel igreja biblia anjo
  amor meuamor teamo euteamo amorzinho amordaminhavida vida minhavida familia minhafamilia filho filha mae pai bebe
  princesa principe linda lindo gatinha gatinho delicia felicidade feliz saudade paixao coracao estrela lua sol mel
  ana joao jose carlos paulo pedro lucas mateus matheus gabriel gabriela rafael rafaela rodrigo fernando fernanda
  marcos marcelo bruno bruna felipe guilherme gustavo leonardo daniel daniela amanda juliana mariana camila leticia
  larissa vanessa patricia adriana aline beatriz carolina isabela julia luana natalia priscila renata sandra tatiane
  vitoria antonio francisco luiz luis miguel arthur davi enzo sofia alice helena laura valentina eduardo ricardo
  thiago tiago diego vinicius alexandre andre anderson roberto
  cachorro gato cavalo tigre leao aguia dragao dragon lobo borboleta monkey
  batman superman homemaranha goku naruto pokemon minecraft freefire playstation xbox starwars matrix
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  segunda terca quarta quinta sexta sabado domingo verao inverno outono primavera natal carnaval copa hexa
  abc abcd abcde abcdef aaa aa a qwe qwer qwert qwerty qwertyuiop asd asdf asdfgh zxc zxcvbn qaz qazwsx wsx xyz
  welcome bemvindo hello ola iloveyou letmein sunshine princess football baseball shadow master ninja secret segredo
  summer winter spring autumn changeme default temp temporaria provisoria padrao inicial mestre chefe
`;

const bases = new Set(words.split(/\s+/).filter((word) => word !== ''));

const lookAlikes: Readonly<Record<string, string>> = {
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '5': 's',
  '7': 't',
  '8': 'b',
};
const alwaysLetters: Readonly<Record<string, string>> = { '@': 'a', $: 's' };

const folded = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
const likeLetters = (text: string, letters: Readonly<Record<string, string>>) =>
  text.replaceAll(/./gu, (each) => letters[each] ?? each);

/** The usual additions to satisfy a rule: a year, a few digits, or one repeated digit. */
const additions = /^(?:(?:19|20)\d\d|\d{0,3}|(\d)\1{2,})$/;
const runs = ['01234567890', '1234567890', '987654321', '654321', '54321', '4321'];
const isAddition = (digits: string) => additions.test(digits) || runs.some((run) => run.startsWith(digits));

/** The possible readings of a password without its punctuation: `S3nh@` may mean `senha`. */
function readings(text: string): string[] {
  const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const at = likeLetters(text, alwaysLetters).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return [plain, at];
}

/** Splits off digits before or after the word. */
function wordsAndDigits(text: string): { word: string; rest: string }[] {
  const behind = [...text.matchAll(/\d+$/g)].flatMap(({ 0: digits }) =>
    Array.from({ length: digits.length + 1 }, (_, cut) => text.length - cut),
  );
  const ends = behind.length === 0 ? [text.length] : behind;
  const [front = ''] = /^\d*/.exec(text) ?? [];
  return [
    ...ends.map((end) => ({ word: text.slice(0, end), rest: text.slice(end) })),
    { word: text.slice(front.length), rest: front },
  ];
}

/**
 * True if the password is a common word with a common addition, ignoring case, accents, punctuation and look-alike
 * digits. Only a fallback: the service knows hundreds of millions, this list what attackers try first.
 */
export function isCommonPassword(password: string): boolean {
  return readings(folded(password)).some((reading) =>
    wordsAndDigits(reading).some(
      ({ word, rest }) =>
        isAddition(rest) &&
        (bases.has(word) || bases.has(likeLetters(word, lookAlikes).replaceAll('1', 'i'))),
    ),
  );
}

const timeLimitMs = 2_000;
/** Only these characters leave this machine. About eight hundred leaked hashes share each prefix. */
const prefixLength = 5;

type LeakCheckResult = 'leaked' | 'not_found' | 'unanswered';
export type LeakedPasswords = ReturnType<typeof openLeakedPasswords>;

type Options = { url: string; log: Pick<Logger, 'warn'> };

/**
 * A client for the k-anonymity range API of Have I Been Pwned. An outage must not block sign-ups, so it is only
 * counted. The built-in list refuses the most common passwords even without a network.
 */
export function openLeakedPasswords({ url, log }: Options) {
  const counts: Record<LeakCheckResult, number> = { leaked: 0, not_found: 0, unanswered: 0 };

  async function checkRemotely(password: string): Promise<LeakCheckResult> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetch(`${url}/range/${hash.slice(0, prefixLength)}`, {
        // Padding hides the number of matching hashes from eavesdroppers.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeLimitMs),
      });
      if (!answer.ok) throw new Error(`the leaked-password service answered ${answer.status}`);
      const lines = (await answer.text()).split('\n').map((line) => line.trim().split(':'));
      const found = lines.some(([suffix, count]) => suffix === hash.slice(prefixLength) && Number(count) > 0);
      return found ? 'leaked' : 'not_found';
    } catch (error) {
      log.warn({ part: 'leaked-passwords', err: error }, 'the leaked-password service did not answer');
      return 'unanswered';
    }
  }

  return {
    async lookUp(password: string): Promise<LeakCheckResult> {
      const outcome = isCommonPassword(password) ? 'leaked' : await checkRemotely(password);
      counts[outcome] += 1;
      return outcome;
    },
    counts: (): Readonly<Record<LeakCheckResult, number>> => counts,
  };
}
