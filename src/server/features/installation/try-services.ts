import { minuteMs } from '#domain/format/durations.ts';
import { MailError } from '#server/adapters/mail/mailer.ts';
import { languageService, mailService, speechService } from '#server/adapters/services/record-calls.ts';
import type { ServiceFault } from '#server/adapters/services/service-calls.ts';
import { ServiceTrialError } from '#server/adapters/services/try-server.ts';
import type { Deps } from '#server/deps.ts';

type TryDeps = Pick<Deps, 'config' | 'mailer' | 'speech' | 'language' | 'serviceCalls' | 'log'>;
type Outcome = 'works' | 'unknown' | Readonly<{ fault: ServiceFault; reason: string }>;

type Service = Readonly<{
  /** Its state costs nothing to read. */
  isLocal?: boolean;
  name: () => Parameters<Deps['serviceCalls']['tried']>[0];
  try: () => Promise<Outcome>;
  /** Tells the operator the next step. */
  advise: (fault: ServiceFault) => string;
}>;

const checked = (variable: string | undefined) =>
  variable === undefined ? 'check the network of this machine' : `check ${variable}`;

async function outcomeOf(call: () => Promise<void>): Promise<Outcome> {
  try {
    await call();
    return 'works';
  } catch (error) {
    const isKnown = error instanceof ServiceTrialError || error instanceof MailError;
    if (isKnown && error.fault !== undefined) return { fault: error.fault, reason: error.message };
    throw error;
  }
}

function speechServiceOf({ config, speech }: TryDeps): Service {
  const { keyVariable, urlVariable } =
    config.speech.kind === 'cloud' ? config.speech : { keyVariable: undefined, urlVariable: undefined };
  return {
    isLocal: speech.tryServer === undefined,
    name: () => speechService(speech),
    async try() {
      if (speech.tryServer !== undefined) return outcomeOf(speech.tryServer);
      const readiness = speech.readiness();
      if (readiness.state === 'ready') return 'works';
      // A model on its way is no fault, and the log tells how much of it is there.
      if (readiness.state === 'fetching_model' || readiness.publicReason === undefined) return 'unknown';
      return { fault: 'broken', reason: readiness.publicReason };
    },
    advise(fault) {
      if (fault === 'unauthorized')
        return `the speech engine refuses our key: ${checked(keyVariable)}. Recordings wait and fail`;
      if (fault === 'broken')
        return 'the speech engine of this machine cannot work: see reason. Recordings wait';
      return `the speech engine does not answer: ${checked(urlVariable)}. Recordings wait`;
    },
  };
}

function languageServiceOf({ config }: TryDeps, model: NonNullable<Deps['language']>): Service {
  const { keyVariable, urlVariable } = config.language ?? {};
  return {
    name: () => languageService(model),
    try: () => outcomeOf(model.tryServer),
    advise(fault) {
      if (fault === 'unauthorized')
        return `the language model refuses our key: ${checked(keyVariable)}. Summaries fail`;
      if (fault === 'rejected') return 'the language model cannot write summaries: see reason';
      return `the language model does not answer: ${checked(urlVariable)}. Summaries fail`;
    },
  };
}

function mailServiceOf({ mailer }: TryDeps): Service {
  return {
    name: () => mailService,
    try: () => outcomeOf(mailer.verify),
    advise: () => 'the mail server does not take mails: check SMTP_URL. Mails wait and are tried again',
  };
}

async function tryOnce({ serviceCalls, log }: TryDeps, { name, try: attempt, advise }: Service) {
  const outcome = await attempt();
  if (outcome === 'works') serviceCalls.tried(name());
  if (typeof outcome === 'string') return;
  const { fault, reason } = outcome;
  log.warn({ ...name(), reason }, advise(fault));
  serviceCalls.failed(name(), fault);
}

/** Only the next call would tell otherwise, and on a quiet day that is hours later. */
async function tryAgain(deps: TryDeps, { isLocal = false, ...tried }: Service) {
  const { serviceCalls } = deps;
  const { name, try: attempt } = tried;
  const { service, engine } = name();
  const state = serviceCalls.states().find((each) => each.service === service && each.engine === engine);
  if (isLocal && state?.isUp !== false) return tryOnce(deps, tried);
  if (state?.isUp !== false) return;
  // A key without credit may still list models, so only calls tell that it works again.
  if (state.downFault !== 'unreachable' && state.downFault !== 'broken') return;
  if ((await attempt()) === 'works') serviceCalls.tried(name());
}

/**
 * Tries the outside services of a worker once, in the background: a wrong key or address would otherwise show with the
 * first lost recording. Services that are away are tried again each minute, so that the metrics tell when they are back.
 */
export function tryServices(deps: TryDeps, { everyMs = minuteMs } = {}): { close: () => void } {
  const services = [
    speechServiceOf(deps),
    mailServiceOf(deps),
    ...(deps.language === undefined ? [] : [languageServiceOf(deps, deps.language)]),
  ];
  const run = (attempt: typeof tryOnce) => {
    for (const service of services)
      void attempt(deps, service).catch((error: unknown) =>
        deps.log.warn({ ...service.name(), err: error }, 'an outside service could not be tried'),
      );
  };
  run(tryOnce);
  const timer = setInterval(run, everyMs, tryAgain).unref();
  return { close: () => clearInterval(timer) };
}
