import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { acceptedFiles } from './file-kinds.ts';

type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'accept' | 'onChange' | 'children'> & {
  onFiles: (files: File[]) => void;
  variant?: 'primary' | 'secondary';
  children: ReactNode;
};

export function FileButton({ onFiles, variant = 'primary', children, ...rest }: FileButtonProps) {
  return (
    <label
      className={classNames(
        buttonClass({ variant }),
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-thread',
      )}
    >
      {children}
      <input
        {...rest}
        type="file"
        accept={acceptedFiles}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

export function OtherFile({ name, onFiles }: { name: string; onFiles: (files: File[]) => void }) {
  const label = 'Escolher outro arquivo';
  return (
    <FileButton variant="secondary" aria-label={`${label} no lugar de ${name}`} multiple onFiles={onFiles}>
      {label}
    </FileButton>
  );
}
