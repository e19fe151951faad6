import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelErrorKind,
} from '#server/adapters/language-model/language-model.ts';
import { MailError, type Mailer } from '#server/adapters/mail/mailer.ts';
import { type SpeechEngine, SpeechError, type SpeechErrorKind } from '#server/adapters/speech/engine.ts';
import type { ServiceCalls, ServiceFault } from './service-calls.ts';

/** Undefined: the end says nothing about the service. */
const speechFaults: Readonly<Record<SpeechErrorKind, ServiceFault | undefined>> = {
  busy: 'limited',
  temporary: 'unreachable',
  refused: 'rejected',
  unauthorized: 'unauthorized',
  too_big: 'rejected',
  crashed: 'broken',
  nonsense: 'broken',
  aborted: undefined,
};

const languageFaults: Readonly<Record<LanguageModelErrorKind, ServiceFault | undefined>> = {
  busy: 'limited',
  temporary: 'unreachable',
  refused: 'rejected',
  unauthorized: 'unauthorized',
  too_long: undefined,
  aborted: undefined,
};

function faultOf(error: unknown): ServiceFault | undefined {
  if (error instanceof SpeechError) return speechFaults[error.kind];
  if (error instanceof LanguageModelError) return languageFaults[error.kind];
  return error instanceof MailError ? error.fault : undefined;
}

function noteFailure(calls: ServiceCalls, name: Parameters<ServiceCalls['failed']>[0], error: unknown) {
  const fault = faultOf(error);
  if (fault !== undefined) calls.failed(name, fault);
}

export const mailService = { service: 'mail', engine: 'smtp' } as const;
export const speechService = ({ name }: Pick<SpeechEngine, 'name'>) =>
  ({ service: 'speech', engine: name }) as const;
export const languageService = ({ name }: Pick<LanguageModel, 'name'>) =>
  ({ service: 'language', engine: name }) as const;

export function recordSpeech(engine: SpeechEngine, calls: ServiceCalls): SpeechEngine {
  calls.expect(speechService(engine));
  const transcribe: SpeechEngine['transcribe'] = async (chunk) => {
    try {
      const transcript = await engine.transcribe(chunk);
      calls.answered(speechService(engine));
      return transcript;
    } catch (error) {
      noteFailure(calls, speechService(engine), error);
      throw error;
    }
  };
  // A spread would read the getters of the engine once, and an engine changes its name with its model.
  return Object.defineProperties({} as SpeechEngine, {
    ...Object.getOwnPropertyDescriptors(engine),
    transcribe: { value: transcribe, enumerable: true },
  });
}

export function recordLanguage(model: LanguageModel, calls: ServiceCalls): LanguageModel {
  calls.expect(languageService(model));
  return {
    ...model,
    async *ask(question) {
      try {
        const answer = yield* model.ask(question);
        calls.answered(languageService(model));
        return answer;
      } catch (error) {
        noteFailure(calls, languageService(model), error);
        throw error;
      }
    },
  };
}

export function recordMailer(mailer: Mailer, calls: ServiceCalls): Mailer {
  calls.expect(mailService);
  return {
    ...mailer,
    send: async (message, options) => {
      try {
        await mailer.send(message, options);
        calls.answered(mailService);
      } catch (error) {
        noteFailure(calls, mailService, error);
        throw error;
      }
    },
  };
}
