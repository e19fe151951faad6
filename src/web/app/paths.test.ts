import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '#web/routes.ts';
import { chosenPlanId, paths, planComparisonUrl, renderedPaths, transcriptionPattern } from './paths.ts';

function addresses(entries: RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const own = entry.path === undefined ? parent : entry.path;
    const leaf = entry.children === undefined ? [own === '' ? '/' : own] : [];
    return [...leaf, ...addresses(entry.children ?? [], own)];
  });
}

const routed = addresses((await routes) as RouteConfigEntry[]);

test('every address of the product has a route', () => {
  const fixed = Object.values(paths).filter((path) => typeof path === 'string' && path !== paths.notFound);
  // Two catch-all routes: one in the dashboard's frame and one in the public frame.
  expect(routed.toSorted()).toEqual([...fixed, transcriptionPattern, '*', '*'].toSorted());
});

test('the server renders every page outside the dashboard', () => {
  const outside = routed.filter((path) => path !== '*' && !path.startsWith(paths.dashboard));
  expect([...outside, paths.notFound].toSorted()).toEqual([...renderedPaths].toSorted());
});

test('the path encodes an id as one segment', () => {
  expect(paths.transcription('a/../b?c')).toBe('/dashboard/transcricoes/a%2F..%2Fb%3Fc');
});

test('only the address of the plan comparison can name the chosen plan', () => {
  expect(chosenPlanId(planComparisonUrl('basic-annual'))).toBe('basic-annual');
  expect(chosenPlanId(paths.planComparison)).toBeNull();
  expect(chosenPlanId(`${paths.account}?plano=basic-annual`)).toBeNull();
});
