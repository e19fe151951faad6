type Named = { title: string | null; file_name: string };

export const untitled = 'Sem título';

export function shownName({ title, file_name }: Named): string {
  return title?.trim() || file_name.trim() || untitled;
}
