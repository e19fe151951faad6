type Shortcut = Readonly<{ keys: readonly string[]; what: string }>;

export const shortcutGroups: readonly Readonly<{ name: string; shortcuts: readonly Shortcut[] }>[] = [
  {
    name: 'Ao ler',
    shortcuts: [
      { keys: ['Espaço', 'K'], what: 'Tocar ou pausar' },
      { keys: ['J', '←'], what: 'Voltar 5 segundos' },
      { keys: ['L', '→'], what: 'Avançar 5 segundos' },
      { keys: ['<'], what: 'Mais devagar' },
      { keys: ['>'], what: 'Mais rápido' },
      { keys: ['↑', '↓'], what: 'No tempo de um trecho: ao anterior ou ao seguinte' },
      { keys: ['Home'], what: 'Ir ao começo' },
      { keys: ['End'], what: 'Ir ao fim' },
      { keys: ['1', '…', '9'], what: 'Dizer quem fala no trecho que toca' },
      { keys: ['R'], what: 'Ir para o resumo' },
      { keys: ['T'], what: 'Ir para os trechos marcados' },
      { keys: ['Shift + Enter'], what: 'Em um tempo do resumo: ir ao trecho no texto' },
      { keys: ['Esc'], what: 'No resumo e nos trechos: voltar ao texto' },
      { keys: ['?'], what: 'Mostrar esta lista' },
    ],
  },
  {
    name: 'Com uma fala selecionada',
    shortcuts: [
      { keys: ['C'], what: 'Copiar a citação' },
      { keys: ['M'], what: 'Marcar a fala' },
      { keys: ['Q'], what: 'Dizer quem fala' },
      { keys: ['Enter'], what: 'Ouvir a fala' },
      { keys: ['L'], what: 'Copiar o link deste momento' },
      { keys: ['Tab'], what: 'Ir aos botões da fala' },
      { keys: ['Esc'], what: 'Tirar a seleção' },
    ],
  },
  {
    name: 'Na lista de trechos',
    shortcuts: [
      { keys: ['↑', '↓'], what: 'Ao trecho anterior ou ao seguinte' },
      { keys: ['Enter'], what: 'Ouvir o trecho e ver no texto' },
      { keys: ['C'], what: 'Copiar a citação' },
      { keys: ['Delete'], what: 'Remover a marca' },
    ],
  },
  {
    name: 'Ao escrever no texto',
    shortcuts: [
      { keys: ['Ctrl + Espaço'], what: 'Pausar, ou tocar de um pouco antes' },
      { keys: ['Ctrl + J'], what: 'Voltar 5 segundos' },
      { keys: ['Ctrl + L'], what: 'Avançar 5 segundos' },
      { keys: ['Tab'], what: 'Ir ao trecho seguinte; com Shift, ao anterior' },
      { keys: ['Ctrl + Z'], what: 'Desfazer; com Shift, refazer' },
      { keys: ['Esc'], what: 'Sair do trecho; de novo, concluir a edição' },
    ],
  },
  {
    name: 'Ao conferir',
    shortcuts: [
      { keys: ['Enter'], what: 'Está certo: ir à próxima dúvida' },
      { keys: ['Ctrl + Enter'], what: 'Ouvir de novo, com mais som em volta' },
      { keys: ['Tab', 'N'], what: 'Deixar para depois; com Shift, voltar' },
      { keys: ['Shift + Enter', 'A'], what: 'Valer para todas as palavras iguais' },
      { keys: ['Ctrl + I', 'X'], what: 'Escrever [inaudível]' },
      { keys: ['Esc'], what: 'Sair e guardar o lugar' },
    ],
  },
];
