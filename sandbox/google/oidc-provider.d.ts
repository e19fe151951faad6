/** Types for the exports that we use, because the package has none. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Claims = Readonly<Record<string, string | boolean>>;

  export type Context = {
    type: string;
    body: string;
    set(headers: Readonly<Record<string, string>>): void;
    oidc: { params: { prompt?: string; scope?: string } };
  };

  export type Interaction = { uid: string; params: Readonly<Record<string, unknown>> };

  export type InteractionResult =
    | { login: { accountId: string }; consent: { grantId: string }; select_account: object }
    | { error: string; error_description: string };

  export class Provider {
    constructor(issuer: string, configuration: object);
    Grant: new (options: {
      accountId: string;
      clientId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    callback(): (request: IncomingMessage, answer: ServerResponse) => Promise<void>;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    interactionDetails(request: IncomingMessage, answer: ServerResponse): Promise<Interaction>;
    /** Returns the redirect URL for the browser. */
    interactionResult(
      request: IncomingMessage,
      answer: ServerResponse,
      result: InteractionResult,
    ): Promise<string>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export const createMemoryAdapter: () => unknown;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  export class Prompt {
    constructor(options: { name: string; requestable: boolean });
  }
  export const base: () => { add(prompt: Prompt, at?: number): void };
}
