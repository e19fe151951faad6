export type Point = Readonly<{ x: number; y: number }>;

/** How much y grows for each x, by least squares, and within which distance of it the truth most likely (95 %) lies. */
export function slopeOf(points: readonly Point[]): { slope: number; within: number } {
  if (points.length < 3) throw new Error('a slope needs three points');
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new Error('a slope needs points apart from one another');
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const left = points.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, within: 2 * Math.sqrt(left / (points.length - 2) / spread) };
}
