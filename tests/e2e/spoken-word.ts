import type { Page } from '@playwright/test';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { readSpokenWord } from '#tests/spoken-word.ts';
import { expect } from './fixtures.ts';

export const expectSpokenWordInView = (page: Page, segments: readonly StoredSegment[]) =>
  expect.poll(() => page.evaluate<string>(readSpokenWord(segments))).toBe('in view');
