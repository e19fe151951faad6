export const contentId = 'conteudo';

export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-3 text-sm font-medium text-paper focus:translate-y-0 print:hidden"
    >
      Pular para o conteúdo
    </a>
  );
}
