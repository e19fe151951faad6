import { useQuery } from '@tanstack/react-query';
import { readyPrompts } from '#domain/ready-prompts.ts';
import { savedPromptsQuery } from './api.ts';

const choiceOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** The ready prompts and the person's own, for a menu that marks the present one. */
export function usePromptChoices(present: string, onChoose: (prompt: string) => void) {
  const { data: own = [] } = useQuery(savedPromptsQuery);
  const all = [...readyPrompts, ...own];
  return {
    own,
    all,
    value: all.find(({ prompt }) => prompt === present)?.id ?? '',
    readyChoices: readyPrompts.map(choiceOf),
    ownChoices: own.map(choiceOf),
    choose(id: string) {
      const chosen = all.find((choice) => choice.id === id);
      if (chosen !== undefined) onChoose(chosen.prompt);
    },
  };
}
