import { testTinyRuns } from './set-up/run-tiny.ts';

testTinyRuns(0);
