/** Why a mailed link or a Google sign-in did not lead to a session. */
export const callbackCauses = [
  'session_unreadable',
  'session_missing',
  'authentication_failed',
  'user_missing',
  'profile_failed',
  'unexpected',
] as const;
export type CallbackCause = (typeof callbackCauses)[number];

export type CallbackErrorText = {
  text: string;
  /** A more precise explanation, if the error code allows one. */
  detail?: string;
};

const texts = {
  session_unreadable: 'Erro ao processar sessão. Tente novamente.',
  session_missing: 'Sessão não encontrada. Tente fazer login novamente.',
  authentication_failed: 'Erro ao processar autenticação. Tente novamente.',
  user_missing: 'Usuário não encontrado. Tente fazer login novamente.',
  profile_failed: 'Erro ao verificar perfil do usuário.',
  unexpected: 'Erro inesperado. Tente novamente.',
} as const satisfies Record<CallbackCause, string>;

const linkOver = 'O link expirou ou já foi usado.';
const notFinished = 'A entrada com o Google não foi concluída.';

type Word = { cause: CallbackCause; detail?: string };

/** Error codes in `?error=` from the server and Google. Keys are in lower case, because both spellings are in use. */
const words: Readonly<Record<string, Word>> = {
  invalid_token: { cause: 'session_missing', detail: linkOver },
  token_expired: { cause: 'session_missing', detail: linkOver },
  attempts_exceeded: { cause: 'session_missing', detail: linkOver },

  access_denied: { cause: 'authentication_failed', detail: 'Você não autorizou a entrada com o Google.' },
  consent_required: { cause: 'authentication_failed', detail: notFinished },
  login_required: { cause: 'authentication_failed', detail: notFinished },
  interaction_required: { cause: 'authentication_failed', detail: notFinished },
  server_error: { cause: 'authentication_failed', detail: notFinished },
  temporarily_unavailable: { cause: 'authentication_failed', detail: notFinished },
  invalid_request: { cause: 'authentication_failed', detail: notFinished },
  no_code: { cause: 'authentication_failed', detail: notFinished },
  invalid_code: { cause: 'authentication_failed', detail: notFinished },
  oauth_code_verification_failed: { cause: 'authentication_failed', detail: notFinished },
  oauth_provider_not_found: { cause: 'authentication_failed' },
  issuer_missing: { cause: 'authentication_failed' },
  issuer_mismatch: { cause: 'authentication_failed' },
  nonce_binding_missing: { cause: 'authentication_failed' },
  unable_to_get_user_info: { cause: 'authentication_failed', detail: notFinished },
  account_not_linked: {
    cause: 'authentication_failed',
    detail: 'Já existe uma conta com este e-mail. Entre nela com a senha ou com um link mágico.',
  },
  unable_to_link_account: { cause: 'authentication_failed' },
  account_already_linked_to_different_user: { cause: 'authentication_failed' },
  email_does_not_match: { cause: 'authentication_failed' },
  email_not_verified: {
    cause: 'authentication_failed',
    detail: 'O Google ainda não confirmou este e-mail.',
  },

  unauthenticated: {
    cause: 'session_missing',
    detail: 'Entre na sua conta neste navegador e abra o link do e-mail outra vez.',
  },
  email_taken: { cause: 'authentication_failed', detail: 'Este e-mail já é de outra conta.' },
  invalid_input: { cause: 'session_missing', detail: linkOver },
  too_many_requests: {
    cause: 'authentication_failed',
    detail: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  },
  state_mismatch: { cause: 'session_unreadable' },
  state_not_found: { cause: 'session_unreadable' },
  state_invalid: { cause: 'session_unreadable' },
  state_generation_error: { cause: 'session_unreadable' },
  failed_to_create_session: { cause: 'session_unreadable' },
  unable_to_create_session: { cause: 'session_unreadable' },

  user_not_found: { cause: 'user_missing' },
  invalid_user: { cause: 'user_missing' },
  email_not_found: { cause: 'user_missing', detail: 'O Google não informou um e-mail.' },
  email_is_missing: { cause: 'user_missing', detail: 'O Google não informou um e-mail.' },
  failed_to_create_user: { cause: 'user_missing' },
  unable_to_create_user: { cause: 'user_missing' },
  signup_disabled: { cause: 'user_missing' },
  new_user_signup_disabled: { cause: 'user_missing' },
};

export function callbackErrorText(cause: CallbackCause): CallbackErrorText {
  return { text: texts[cause] };
}

/** Returns the text for `?error=`; undefined if the address has no such parameter. */
export function readCallbackErrorParam(search: string): CallbackErrorText | undefined {
  const word = new URLSearchParams(search).get('error');
  if (word === null) return undefined;
  // Only own properties count, so "constructor" is unknown too.
  const known = Object.entries(words).find(([name]) => name === word.toLowerCase())?.[1];
  if (known === undefined) return callbackErrorText('unexpected');
  return { text: texts[known.cause], ...(known.detail !== undefined && { detail: known.detail }) };
}

/** An error in the last steps of a sign-in, with its cause. */
export class CallbackError extends Error {
  readonly callbackCause: CallbackCause;

  constructor(callbackCause: CallbackCause, cause?: unknown) {
    super(callbackCause, { cause });
    this.name = 'CallbackError';
    this.callbackCause = callbackCause;
  }
}

export function callbackCauseOf(error: unknown): CallbackCause {
  return error instanceof CallbackError ? error.callbackCause : 'unexpected';
}
