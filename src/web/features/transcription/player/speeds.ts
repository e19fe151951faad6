export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;
export type Speed = (typeof speeds)[number];

export const isSpeed = (value: unknown): value is Speed => speeds.some((speed) => speed === value);

/** The next one up or down; at the end it stays. */
export function besideSpeed(speed: Speed, by: 1 | -1): Speed {
  return speeds[speeds.indexOf(speed) + by] ?? speed;
}

/** "1,25×" */
export const speedText = (speed: Speed) => `${speed.toLocaleString('pt-BR')}×`;
