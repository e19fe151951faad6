import type { Logger } from 'pino';

export type Service = 'speech' | 'language' | 'mail';

export const serviceFaults = [
  /** A wrong or missing key, or no credit left. */
  'unauthorized',
  /** No connection, no answer in time, or a 5xx. */
  'unreachable',
  /** An answer that is no result, or a process that died. */
  'broken',
  /** The service asks to wait. */
  'limited',
  /** The service refuses this one call, and may take the next. */
  'rejected',
] as const;
export type ServiceFault = (typeof serviceFaults)[number];

type Name = Readonly<{ service: Service; engine: string }>;

export type ServiceState = Name & {
  /** Undefined before the first call. */
  isUp: boolean | undefined;
  answers: number;
  failures: Record<ServiceFault, number>;
  /** Why the service does not work. A later fault that is no outage leaves it. */
  downFault: ServiceFault | undefined;
};

/** With these the service works: it answered, and may take the next call. One wrong mail address is no outage. */
const answersAnyway: readonly ServiceFault[] = ['limited', 'rejected'];

export type ServiceCalls = ReturnType<typeof openServiceCalls>;

/** Remembers how the calls of this process to each outside service ended. The log tells only changes. */
export function openServiceCalls({ log }: { log: Pick<Logger, 'error' | 'info'> }) {
  const states = new Map<string, ServiceState>();

  function stateOf({ service, engine }: Name): ServiceState {
    const key = `${service} ${engine}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const failures = Object.fromEntries(serviceFaults.map((fault) => [fault, 0])) as ServiceState['failures'];
    const state: ServiceState = {
      service,
      engine,
      isUp: undefined,
      answers: 0,
      failures,
      downFault: undefined,
    };
    states.set(key, state);
    return state;
  }

  function setUp(state: ServiceState, isUp: boolean, reason?: ServiceFault) {
    const { service, engine, isUp: wasUp } = state;
    state.isUp = isUp;
    if (!isUp && wasUp !== false) log.error({ service, engine, reason }, 'an outside service does not work');
    if (isUp && wasUp === false) log.info({ service, engine }, 'an outside service works again');
  }

  return {
    /** Its counters begin at 0, because Prometheus sees no increase in a series that begins with 1. */
    expect: (name: Name) => void stateOf(name),
    answered(name: Name) {
      const state = stateOf(name);
      state.answers += 1;
      setUp(state, true);
    },
    failed(name: Name, fault: ServiceFault) {
      const state = stateOf(name);
      state.failures[fault] += 1;
      if (answersAnyway.includes(fault)) return;
      state.downFault = fault;
      setUp(state, false, fault);
    },
    /** A try is no work, so it counts no answer. */
    tried(name: Name) {
      setUp(stateOf(name), true);
    },
    states: (): readonly Readonly<ServiceState>[] => [...states.values()],
  };
}
