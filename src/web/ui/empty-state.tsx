import type { ReactNode } from 'react';
import { StateMessage } from './state-message.tsx';

type EmptyStateProps = { picture?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** Says what will be here and offers the one step that brings it. */
export function EmptyState(props: EmptyStateProps) {
  return <StateMessage {...props} />;
}
