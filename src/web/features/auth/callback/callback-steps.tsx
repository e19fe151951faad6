import { useEffect, useRef, useState } from 'react';
import { causeOf } from './callback-error.ts';
import { type CallbackFault, faultInAddress, faultOfCause } from './callback-fault.ts';
import { CallbackFailure, CallbackProgress } from './callback-screen.tsx';
import { type CallbackEnd, finishCallback, type OpenedSession } from './finish-callback.ts';
import { loadProfile } from './load-profile.ts';
import { requestWelcome } from './request-welcome.ts';
import { waitUnlessLeft } from './wait-unless-left.ts';

const returnsAfterMs = 3_000;

type CallbackStepsProps = {
  /** Gets session and user, and lets the rest of the product know. Throws a CallbackError. */
  openSession: () => Promise<OpenedSession>;
  onEnd: (end: CallbackEnd) => void;
  /** Back to the sign-in, by hand or after a moment. */
  loginTo: string;
  onReturn: (fault: CallbackFault) => void;
  /** Moves the focus to the words of a failure: what was on the page is gone. */
  onFailureShown: () => void;
};

export function CallbackSteps({ openSession, onEnd, loginTo, onReturn, onFailureShown }: CallbackStepsProps) {
  const [fault, setFault] = useState<CallbackFault>();
  const opening = useRef<Promise<OpenedSession>>(undefined);

  useEffect(() => {
    const told = faultInAddress(window.location.search);
    if (told !== undefined) return setFault(told);
    const left = new AbortController();
    const wait = (ms: number) => waitUnlessLeft(ms, left.signal);
    const sinceOpenedMs = performance.now();
    const openOnce = () => {
      // The target changes after hydration and starts this effect again; a second opening would cancel the first.
      opening.current ??= openSession();
      return opening.current;
    };
    finishCallback({ openSession: openOnce, loadProfile, requestWelcome, wait, sinceOpenedMs }).then(
      (end) => left.signal.aborted || onEnd(end),
      (error: unknown) => left.signal.aborted || setFault(faultOfCause(causeOf(error))),
    );
    return () => left.abort();
  }, [openSession, onEnd]);

  useEffect(() => {
    if (fault === undefined) return;
    const timer = setTimeout(() => onReturn(fault), returnsAfterMs);
    return () => clearTimeout(timer);
  }, [fault, onReturn]);

  if (fault === undefined) return <CallbackProgress />;
  return <CallbackFailure fault={fault} loginTo={loginTo} onShown={onFailureShown} />;
}
