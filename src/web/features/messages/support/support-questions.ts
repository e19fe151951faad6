/** Spec section 2: how to raise the limit, the watermark, the time that it takes, and how to close the account. */
export const supportQuestions = [
  {
    question: 'Como aumento meu limite?',
    answer:
      'Escolha um plano com mais horas em “Ver planos”. A mudança vale assim que o pagamento é confirmado. No plano atual, as horas se renovam no primeiro dia de cada mês.',
  },
  {
    question: 'Como tiro a marca d’água?',
    answer:
      'Ela faz parte do plano gratuito. Em um plano pago ela some de todas as suas transcrições, inclusive das antigas.',
  },
  {
    question: 'Quanto tempo leva uma transcrição?',
    answer:
      'Depende da duração do arquivo e da fila, mas costuma ser bem menos do que o tempo da gravação. Você pode fechar a página: um e-mail avisa quando termina.',
  },
  {
    question: 'Como cancelo minha conta?',
    answer:
      'Em “Conta”, no fim da página, escolha “Deletar minha conta”. A assinatura é encerrada e seus dados são apagados. Para ficar sem o plano pago, basta cancelar a assinatura em “Meu plano”.',
  },
] as const;
