/** Asks the person to prove who is there; false where they would rather not. */
type Prover = () => Promise<boolean>;

let prover: Prover | undefined;

/** Said by the page that can show the dialog; gives how it is taken back. */
export function setProofPrompt(next: Prover) {
  prover = next;
  return () => {
    if (prover === next) prover = undefined;
  };
}

export const requestProof = async () => (await prover?.()) ?? false;
