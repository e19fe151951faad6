import { isKeyboardWalk, isRepetition } from './password-patterns.ts';

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
  lula bolsonaro dilma haddad aeiou vogais
  cachorro gato cavalo tigre leao aguia dragao dragon lobo borboleta monkey
  batman superman homemaranha goku naruto pokemon minecraft freefire playstation xbox starwars matrix
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  segunda terca quarta quinta sexta sabado domingo verao inverno outono primavera natal carnaval copa hexa
  abc abcd abcde abcdef aaa aa a qwe qwer qwert qwerty qwertyuiop asd asdf asdfgh zxc zxcvbn qaz qazwsx wsx xyz
  bomdia boatarde boanoite oi oitudobem tudobem tchau obrigado obrigada parabens feliznatal felizanonovo
  welcome bemvindo hello ola iloveyou letmein sunshine princess football baseball shadow master ninja secret segredo
  summer winter spring autumn changeme default temp temporaria provisoria padrao inicial mestre chefe
`;

const bases = new Set(words.split(/\s+/).filter((word) => word !== ''));

export const lookAlikes: Readonly<Record<string, string>> = {
  '1': 'i',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '5': 's',
  '7': 't',
  '8': 'b',
};
export const alwaysLetters: Readonly<Record<string, string>> = { '@': 'a', $: 's' };

export const folded = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
const likeLetters = (text: string, letters: Readonly<Record<string, string>>) =>
  text.replaceAll(/./gu, (each) => letters[each] ?? each);

export const reversed = (text: string) => [...text].reverse().join('');

/** The usual additions to satisfy a rule: a year, a few digits, or one repeated digit. */
const additions = /^(?:(?:19|20)\d\d|\d{0,3}|(\d)\1{2,})$/;
const runs = ['01234567890', '1234567890', '987654321', '654321', '54321', '4321'];
const isAddition = (digits: string) => additions.test(digits) || runs.some((run) => run.startsWith(digits));

/** The possible readings of a password without its punctuation: `S3nh@` may mean `senha`. */
function readings(password: string): string[] {
  // Elsewhere it ends a word.
  const text = password.replaceAll(/!(?=\p{L})/gu, 'i');
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
 * True if the password is a common word with a common addition, ignoring case, accents, punctuation, look-alike
 * digits and direction. Only a fallback: the service knows hundreds of millions, this list what attackers try first.
 */
export function isCommonPassword(password: string): boolean {
  if (isKeyboardWalk(password) || isRepetition(password)) return true;
  return readings(folded(password)).some((reading) =>
    wordsAndDigits(reading).some(
      ({ word, rest }) =>
        isAddition(rest) &&
        [word, likeLetters(word, lookAlikes)].some((each) => bases.has(each) || bases.has(reversed(each))),
    ),
  );
}
