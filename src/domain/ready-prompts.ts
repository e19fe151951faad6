export type ReadyPrompt = Readonly<{ id: string; name: string; prompt: string }>;

/** The editor's initial text. */
export const defaultPrompt =
  'Faça um resumo conciso desta transcrição em português, destacando os pontos principais, as decisões e as conclusões.';

/** Spec section 4: 'Restaurar Padrão' sets a slightly different text. */
export const restoredPrompt =
  'Resuma esta transcrição em português de forma concisa, destacando os principais pontos, as decisões e as conclusões.';

export const readyPrompts: readonly ReadyPrompt[] = [
  { id: 'concise', name: 'Resumo conciso', prompt: defaultPrompt },
  {
    id: 'minutes',
    name: 'Ata de reunião',
    prompt:
      'Escreva a ata desta reunião em português: assunto, participantes citados, pauta, o que foi discutido em cada ponto, decisões tomadas e encaminhamentos com responsável e prazo, quando forem ditos. Não invente o que não foi dito.',
  },
  {
    id: 'lecture',
    name: 'Aula em tópicos',
    prompt:
      'Organize esta aula em tópicos, na ordem em que foi dada. Em cada tópico, explique a ideia central em poucas linhas, liste os conceitos e os exemplos usados e, no fim, escreva cinco perguntas para revisão.',
  },
  {
    id: 'interview',
    name: 'Entrevista',
    prompt:
      'Resuma esta entrevista por temas. Para cada tema, diga o que foi perguntado, o que foi respondido e traga uma frase marcante, citada palavra por palavra. Comece com um parágrafo que apresente quem fala e o assunto.',
  },
  {
    id: 'decisions',
    name: 'Decisões e tarefas',
    prompt:
      'Liste só as decisões e as tarefas desta conversa. Primeiro as decisões, uma por linha. Depois uma tabela de tarefas com as colunas Tarefa, Responsável e Prazo; escreva “não dito” no que faltar. No fim, as questões que ficaram em aberto.',
  },
  {
    id: 'social',
    name: 'Roteiro para redes sociais',
    prompt:
      'Transforme esta transcrição em um roteiro de vídeo curto para redes sociais, de até 60 segundos: um gancho na primeira frase, três ideias em linguagem simples e uma chamada para ação. Depois sugira um título e uma legenda de até 200 caracteres.',
  },
];
