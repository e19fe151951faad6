/** What is drawn is measured one frame later; a jump to a far row takes a few. */
const framesToWait = 12;

export function waitForElement<T extends object>(find: () => T | null | undefined, then: (found: T) => void) {
  let left = framesToWait;
  const look = () => {
    const found = find();
    if (found !== null && found !== undefined) then(found);
    else if (left-- > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
