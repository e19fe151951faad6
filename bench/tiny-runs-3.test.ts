import { testTinyRuns } from './set-up/tiny-runs.ts';

testTinyRuns(2);
