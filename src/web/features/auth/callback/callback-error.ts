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

/**
 * Error codes in `?error=` from the server and Google, with a more precise explanation if there is one. In lower case,
 * because both spellings are in use.
 */
const details: Partial<Record<CallbackCause, Record<string, string | undefined>>> = {
  session_missing: {
    invalid_token: linkOver,
    token_expired: linkOver,
    token_invalid: linkOver,
    attempts_exceeded: linkOver,
    unauthenticated: 'Entre na sua conta neste navegador e abra o link do e-mail outra vez.',
    invalid_input: linkOver,
  },
  authentication_failed: {
    access_denied: 'Você não autorizou a entrada com o Google.',
    consent_required: notFinished,
    login_required: notFinished,
    interaction_required: notFinished,
    server_error: notFinished,
    temporarily_unavailable: notFinished,
    invalid_request: notFinished,
    no_code: notFinished,
    invalid_code: notFinished,
    oauth_code_verification_failed: notFinished,
    oauth_provider_not_found: undefined,
    issuer_missing: undefined,
    issuer_mismatch: undefined,
    nonce_binding_missing: undefined,
    unable_to_get_user_info: notFinished,
    account_not_linked: 'Já existe uma conta com este e-mail. Entre nela com a senha ou com um link mágico.',
    unable_to_link_account: undefined,
    account_already_linked_to_different_user: undefined,
    email_does_not_match: undefined,
    email_not_verified: 'O Google ainda não confirmou este e-mail.',
    email_taken: 'Este e-mail já é de outra conta.',
    too_many_requests: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  },
  session_unreadable: {
    state_mismatch: undefined,
    state_not_found: undefined,
    state_invalid: undefined,
    state_generation_error: undefined,
    failed_to_create_session: undefined,
    unable_to_create_session: undefined,
  },
  user_missing: {
    user_not_found: undefined,
    invalid_user: undefined,
    email_not_found: 'O Google não informou um e-mail.',
    email_is_missing: 'O Google não informou um e-mail.',
    failed_to_create_user: undefined,
    unable_to_create_user: undefined,
    signup_disabled: undefined,
    new_user_signup_disabled: undefined,
  },
};

export function callbackErrorText(cause: CallbackCause): CallbackErrorText {
  return { text: texts[cause] };
}

/** Returns the text for `?error=`; undefined if the address has no such parameter. */
export function readCallbackErrorParam(search: string): CallbackErrorText | undefined {
  const word = new URLSearchParams(search).get('error');
  return word === null ? undefined : textOfErrorCode(word);
}

export function textOfErrorCode(word: string): CallbackErrorText {
  const code = word.toLowerCase();
  for (const cause of callbackCauses) {
    const known = details[cause];
    // Only own properties count, so "constructor" is unknown too.
    if (known === undefined || !Object.hasOwn(known, code)) continue;
    return { text: texts[cause], ...(known[code] !== undefined && { detail: known[code] }) };
  }
  return callbackErrorText('unexpected');
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
