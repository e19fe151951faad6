import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/api/client.ts';
import { openMailedLink } from './api.ts';
import { type CallbackErrorText, callbackErrorText, textOfErrorCode } from './callback-error.ts';
import { CallbackFailure, CallbackProgress, type ReturnProps } from './callback-screen.tsx';
import { type FollowedLink, forgetMailedLink } from './mailed-link.ts';
import { PressToOpen } from './press-to-open.tsx';

type OpenLinkProps = ReturnProps & {
  link: FollowedLink;
  /** `pressedMs` is 0 if the link opened without a press. */
  onOpened: (pressedMs: number) => void;
  onConfirmedBefore: () => void;
  /** The link of an e-mail change is over. The account page explains it. */
  onChangeOver: () => void;
};

const noAnswer = 'Não foi possível falar com o servidor. Confira a internet e tente de novo.';

/** Uses a mailed link: by itself in the browser that asked for it, and after a press in any other one. */
export function OpenMailedLink({ link, onOpened, onConfirmedBefore, onChangeOver, ...back }: OpenLinkProps) {
  const [email, setEmail] = useState<string>();
  const [fault, setFault] = useState<CallbackErrorText>();
  const [pressing, setPressing] = useState<'no' | 'sent' | 'failed'>('no');
  const looked = useRef(false);

  async function open(pressed: boolean) {
    const pressedMs = pressed ? performance.now() : 0;
    try {
      const answer = await openMailedLink({ ...link, pressed });
      if (answer.status === 'press_needed') return setEmail(answer.email);
      forgetMailedLink();
      if (answer.status === 'opened') onOpened(pressedMs);
      else onConfirmedBefore();
    } catch (error) {
      if (!(error instanceof ApiError)) {
        if (pressed) setPressing('failed');
        else setFault(callbackErrorText('session_unreadable'));
        return;
      }
      const { code } = error.body;
      if (link.kind === 'change-email' && code === 'token_invalid') onChangeOver();
      else setFault(textOfErrorCode(code));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second look would find the link used.
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    void open(false);
  }, []);

  if (fault !== undefined) return <CallbackFailure fault={fault} {...back} />;
  if (email === undefined) return <CallbackProgress />;
  return (
    <PressToOpen
      kind={link.kind}
      email={email}
      busy={pressing === 'sent'}
      fault={pressing === 'failed' ? noAnswer : undefined}
      onPress={() => {
        setPressing('sent');
        void open(true);
      }}
    />
  );
}
