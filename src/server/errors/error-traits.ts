import type { ErrorCode } from '#contract/errors.ts';
import { formatRefusalText } from '#domain/format/accepted-formats.ts';

type ErrorTraits = {
  status: number;
  text: string;
  /** A server fault: logged as an error with its request id. */
  reported?: true;
};

/** `codeOfRefusal` maps a status to the first code with that status, so the order matters. */
export const errorTraits: Readonly<Record<ErrorCode, ErrorTraits>> = {
  invalid_input: { status: 400, text: 'Alguns dados não puderam ser aceitos. Revise e tente de novo.' },
  unauthenticated: { status: 401, text: 'Entre na sua conta para continuar.' },
  forbidden: { status: 403, text: 'Sua conta não tem acesso a isto.' },
  not_found: { status: 404, text: 'Não encontramos o que você pediu.' },
  conflict: { status: 409, text: 'Isto mudou enquanto você trabalhava. Recarregue e tente de novo.' },
  payload_too_large: { status: 413, text: 'O envio passa do tamanho permitido.' },
  unsupported_media_type: { status: 415, text: 'O formato do envio não é aceito aqui.' },
  too_many_requests: { status: 429, text: 'Muitas tentativas. Aguarde um pouco e tente novamente.' },
  headers_too_large: {
    status: 431,
    text: 'O endereço ou os cabeçalhos do pedido são grandes demais. Apague os cookies deste site e tente de novo.',
  },
  expectation_refused: {
    status: 417,
    text: 'O servidor não atende ao que o cabeçalho Expect pede. Envie o pedido sem ele.',
  },
  request_timeout: {
    status: 408,
    text: 'O pedido demorou demais para chegar. Confira sua conexão e tente de novo.',
  },
  database_unavailable: {
    status: 503,
    text: 'O serviço está se recuperando. Tente de novo em alguns segundos.',
    reported: true,
  },
  shutting_down: { status: 503, text: 'O serviço está reiniciando. Tente de novo em alguns segundos.' },
  internal: {
    status: 500,
    text: 'Algo falhou do nosso lado. Já registramos o erro; tente de novo.',
    reported: true,
  },
  wrong_credentials: { status: 401, text: 'E-mail ou senha incorretos.' },
  wrong_password: { status: 400, text: 'A senha atual está incorreta.' },
  email_unconfirmed: {
    status: 403,
    text: 'Você precisa confirmar seu e-mail antes de acessar. Verifique sua caixa de entrada ou spam!',
  },
  email_taken: {
    status: 409,
    text: 'Este e-mail já está cadastrado. Tente fazer login ou recuperar a senha.',
  },
  password_too_short: { status: 400, text: 'A senha deve conter no mínimo 8 caracteres.' },
  token_invalid: { status: 401, text: 'Este link não vale mais. Entre na sua conta para receber outro.' },
  password_weak: {
    status: 400,
    text: 'A senha precisa de letra maiúscula, letra minúscula, número e caractere especial.',
  },
  password_leaked: { status: 400, text: 'Essa senha já foi vazada anteriormente. Escolha uma mais segura.' },
  password_personal: {
    status: 400,
    text: 'Essa senha é feita do seu nome ou do seu e-mail. Escolha uma que ninguém adivinhe.',
  },
  password_unset: {
    status: 409,
    text: 'Sua conta ainda não tem senha. Peça o link de recuperação para criar uma.',
  },
  current_password_required: { status: 403, text: 'Por segurança, informe sua senha atual.' },
  proof_required: { status: 403, text: 'Confirme que é você para continuar.' },
  account_not_found: { status: 404, text: 'Nenhuma conta encontrada com este e-mail.' },
  access_token_expired: { status: 401, text: 'Sua sessão precisa ser renovada. Recarregue a página.' },
  second_factor_required: {
    status: 403,
    text: 'Confirme sua identidade com a verificação em duas etapas para continuar.',
  },
  google_unavailable: {
    status: 503,
    text: 'Erro ao conectar com o Google. Tente novamente.',
    reported: true,
  },
  code_wrong: { status: 400, text: 'Código incorreto. Confira e tente de novo.' },
  challenge_over: { status: 409, text: 'Este código não vale mais. Peça um novo e tente de novo.' },
  factor_unreadable: {
    status: 409,
    text: 'Não conseguimos abrir esta forma de confirmar: uma chave do servidor mudou. Use um código de recuperação ou fale com o suporte.',
    reported: true,
  },
  factor_exists: { status: 409, text: 'Você já tem um fator com este nome.' },
  too_many_factors: {
    status: 409,
    text: 'Sua conta já tem o máximo de 10 fatores. Remova um para incluir outro.',
  },
  sms_not_sent: {
    status: 503,
    text: 'Não foi possível enviar o SMS. Tente de novo em alguns minutos.',
    reported: true,
  },
  upload_protocol_unknown: {
    status: 412,
    text: 'Este programa de envio fala outra versão do protocolo. Atualize-o e tente de novo.',
  },
  upload_out_of_step: {
    status: 409,
    text: 'O envio saiu do passo. Retome o envio para continuar de onde parou.',
  },
  upload_in_use: {
    status: 423,
    text: 'Este envio está em andamento em outra conexão. Tente de novo em alguns segundos.',
  },
  upload_unfinished: { status: 409, text: 'O envio ainda não terminou. Retome o envio e tente de novo.' },
  too_many_uploads: {
    status: 409,
    text: 'Há envios demais por terminar. Conclua ou cancele alguns e tente de novo.',
  },
  file_missing: { status: 400, text: 'Selecione um arquivo para continuar.' },
  file_empty: { status: 400, text: 'O arquivo está vazio. Escolha outro e tente de novo.' },
  file_unreadable: {
    status: 400,
    text: 'Não conseguimos ler este arquivo: ele parece incompleto ou danificado. Envie outra cópia.',
  },
  format_invalid: {
    status: 400,
    text: formatRefusalText,
  },
  audio_missing: { status: 400, text: 'Este vídeo não possui áudio. Por favor, envie um arquivo com som.' },
  file_too_long: { status: 403, text: 'O arquivo passa da duração permitida no seu plano.' },
  file_mostly_padding: {
    status: 400,
    text: 'O arquivo é grande demais para o som que tem. Exporte só o som, em MP3 ou WAV, e envie de novo.',
  },
  account_full: {
    status: 403,
    text: 'Não há espaço no seu plano para este arquivo. Exclua transcrições de que não precisa mais, ou cancele envios não concluídos, e tente de novo.',
  },
  quota_spent: { status: 403, text: 'Suas horas deste mês acabaram.' },
  storage_unavailable: {
    status: 503,
    text: 'Não conseguimos guardar o arquivo agora. Seu envio não se perdeu; tente de novo em instantes.',
    reported: true,
  },
  storage_full: {
    status: 503,
    text: 'O servidor está sem espaço para o arquivo. Já fomos avisados; tente de novo mais tarde.',
    reported: true,
  },
  text_changed_elsewhere: {
    status: 409,
    text: 'Este texto foi mudado em outra aba ou aparelho. Recarregue a página para ver a versão mais nova.',
  },
  plan_required: { status: 403, text: 'Este formato faz parte dos planos pagos.' },
  payments_off: { status: 503, text: 'Esta instalação ainda não recebe pagamentos.' },
  payments_unavailable: {
    status: 503,
    text: 'O serviço de pagamentos não respondeu. Tente de novo em alguns minutos; nada será cobrado duas vezes.',
    reported: true,
  },
  payment_declined: {
    status: 402,
    text: 'O pagamento foi recusado pelo cartão. Confira os dados do cartão ou use outro.',
  },
  payment_pending: {
    status: 409,
    text: 'Há um pagamento pendente. Atualize o cartão antes de trocar de plano.',
  },
  already_subscribed: {
    status: 409,
    text: 'Você já tem uma assinatura. Recarregue a página para trocar de plano.',
  },
  no_subscription: { status: 409, text: 'Você não tem uma assinatura ativa.' },
  same_plan: { status: 409, text: 'Este já é o seu plano.' },
  plan_not_for_sale: { status: 409, text: 'Este plano ainda não pode ser assinado.' },
  payment_not_found: { status: 404, text: 'Não foi possível identificar o pagamento.' },
  refund_too_late: {
    status: 409,
    text: 'O prazo de reembolso acabou: a lei (CDC, art. 49) dá 7 dias a partir do pagamento. Você pode cancelar e usar o plano até o fim do período pago.',
  },
  already_refunded: { status: 409, text: 'Este pagamento já foi reembolsado.' },
  billing_busy: {
    status: 409,
    text: 'Já estamos tratando um pedido seu. Aguarde alguns segundos e tente de novo.',
  },
  webhook_refused: { status: 400, text: 'O aviso não tem uma assinatura válida.' },
  summaries_off: { status: 503, text: 'Esta instalação ainda não gera resumos.' },
  summary_failed: {
    status: 503,
    text: 'Erro ao gerar resumo. Tente novamente.',
    reported: true,
  },
  summary_running: {
    status: 409,
    text: 'Já há um resumo em andamento com outro prompt. Espere ele terminar e tente de novo.',
  },
  nothing_to_summarize: { status: 409, text: 'A transcrição ainda não tem texto para resumir.' },
  too_many_prompts: { status: 409, text: 'Você já tem 50 prompts guardados. Exclua um para guardar outro.' },
  // Not reported: event-stream.ts logs it once, not for each refused page.
  too_many_streams: {
    status: 503,
    text: 'Há muita gente acompanhando agora. A página pergunta de novo por conta própria em instantes.',
  },
};

/** The same text for a malformed id, an unknown id and an id of another account. */
export const notFoundTexts = {
  transcription: 'Transcrição não encontrada.',
  mark: 'Trecho marcado não encontrado.',
  summary: 'Resumo não encontrado.',
  prompt: 'Prompt não encontrado.',
  factor: 'Fator não encontrado.',
} as const;
