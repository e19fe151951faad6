type Question = { question: string; answer: readonly string[] };

/** Used by the page and its structured data, so that search results match the page. */
export const questions: readonly Question[] = [
  {
    question: 'Quais arquivos posso enviar?',
    answer: [
      'Áudio em MP3, WAV, M4A, FLAC, OGG, OPUS (o áudio do WhatsApp), AAC, AMR ou WMA e vídeo em MP4, MOV, AVI, MKV, FLV, WEBM, WMV ou 3GP, entre outros. Você também pode gravar pelo microfone, direto no navegador.',
      'De um vídeo, o que importa é o som: quando o formato permite, o navegador separa o áudio e envia só ele, o que poupa tempo e internet.',
    ],
  },
  {
    question: 'Quanto tempo leva uma transcrição?',
    answer: [
      'Depende da duração do arquivo e da fila, mas costuma ser bem menos do que o tempo da gravação. O texto vai aparecendo na tela enquanto o áudio é ouvido.',
      'Você pode fechar a página: um e-mail avisa quando a transcrição termina.',
    ],
  },
  {
    question: 'O que o plano gratuito inclui?',
    answer: [
      'São 5 horas de transcrição por mês, com arquivos de até 10 minutos, resumos com IA e legendas em SRT e VTT. As transcrições levam uma linha de marca d’água. Não é preciso informar cartão.',
      'Os planos pagos aceitam arquivos mais longos, dão mais horas por mês, liberam o texto em TXT, PDF, Word e JSON e tiram a marca d’água.',
    ],
  },
  {
    question: 'Se eu excluir uma transcrição, recupero os minutos?',
    answer: [
      'Não. Os minutos pagam o trabalho de ouvir o arquivo, que já foi feito. Excluir tira a transcrição da sua lista, mas não devolve minutos ao plano.',
      'Se uma transcrição falha por um problema nosso, os minutos voltam sozinhos e você pode tentar de novo sem custo.',
    ],
  },
  {
    question: 'Posso cancelar e pedir reembolso?',
    answer: [
      'Você cancela quando quiser, na página Meu plano, e continua com o plano até o fim do período pago.',
      'Até 7 dias depois de cada pagamento você pode pedir o dinheiro de volta; o plano termina na hora. Na compra, é o que garante o Código de Defesa do Consumidor (art. 49); nas renovações e trocas de plano, é uma promessa nossa. Depois desse prazo, o ciclo iniciado não é reembolsado.',
    ],
  },
  {
    question: 'Meus arquivos ficam protegidos?',
    answer: [
      'No site, só a sua conta abre as suas gravações e os seus textos. Para guardar, transcrever e resumir, eles passam por quem opera o serviço e pelos fornecedores que a política de privacidade cita. Não são vendidos, nem usados para publicidade.',
      'Você pode baixar uma cópia dos seus dados ou apagar a conta quando quiser, na página Conta. A política de privacidade diz o que guardamos, onde e por quanto tempo.',
    ],
  },
];

export const structuredQuestions = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  inLanguage: 'pt-BR',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
  })),
};
