/** The largest square in the middle of a picture: what a round frame shows of it. */
export function squareOf({ width, height }: { width: number; height: number }) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}
