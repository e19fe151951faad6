import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './gallery.css';
import { SoundStrip } from '#web/pictures/sound-strip.tsx';
import { ThemeToggle } from '#web/shell/theme/theme-toggle.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/form.tsx';
import { Input, Select, Textarea } from '#web/ui/inputs.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/state-message.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { Table, TableCell, TableHead, TableRow } from '#web/ui/table.tsx';
import { Toaster, toast } from '#web/ui/toast.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-4 border-t border-line pt-4">
      <h2 className="text-sm text-ink-soft">{title}</h2>
      {children}
    </section>
  );
}

function Controls() {
  const [checked, setChecked] = useState<boolean>(true);
  return (
    <Part title="Campos">
      <Field label="Título" hint="Aparece na lista. Você pode mudar depois.">
        {(control) => <Input {...control} placeholder="Aula de quinta" />}
      </Field>
      <Field label="E-mail" error="E-mail inválido.">
        {(control) => <Input {...control} defaultValue="ana@" />}
      </Field>
      <Field label="Ocupação">
        {(control) => (
          <Select {...control}>
            <option>Estudante</option>
            <option>Professor(a)</option>
          </Select>
        )}
      </Field>
      <Field label="Mensagem">{(control) => <Textarea {...control} rows={3} />}</Field>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox label="Selecionar" checked={checked} onCheckedChange={setChecked} />
        <Checkbox label="Alguns" checked="indeterminate" onCheckedChange={() => {}} />
        <Switch label="Cobrança anual" checked={checked} onCheckedChange={setChecked} />
      </div>
    </Part>
  );
}

function Buttons() {
  return (
    <Part title="Botões e selos">
      <div className="flex flex-wrap items-center gap-3">
        <Button>Enviar e transcrever</Button>
        <Button variant="secondary">Ver planos</Button>
        <Button variant="quiet">Cancelar</Button>
        <Button variant="danger">Excluir</Button>
        <Button busy>Enviando...</Button>
        <Button disabled>Enviar</Button>
        <IconButton label="Excluir">
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>Free</Badge>
        <Badge tone="thread">Concluída</Badge>
        <Badge tone="notice">Em andamento</Badge>
        <Badge tone="loss">Com erro</Badge>
        <Avatar image={null} initials="AN" />
      </div>
      <Progress share={0.62} label="Horas usadas" valueText="3 h de 5 h" />
      <Progress share={undefined} label="Enviando" />
    </Part>
  );
}

function Floating() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'panel' | null>(null);
  const change = (name: typeof open) => (isOpen: boolean) => setOpen(isOpen ? name : null);
  return (
    <Part title="O que flutua">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Abrir diálogo
        </Button>
        <Button variant="secondary" onClick={() => setOpen('confirm')}>
          Abrir confirmação
        </Button>
        <Button variant="secondary" onClick={() => setOpen('panel')}>
          Abrir painel
        </Button>
        <Menu
          label="Ações"
          trigger={
            <button type="button" className={buttonClass({ variant: 'secondary' })}>
              Abrir menu
            </button>
          }
        >
          <MenuItem onSelect={() => {}}>Baixar SRT</MenuItem>
          <MenuItem onSelect={() => {}} danger>
            Excluir
          </MenuItem>
        </Menu>
        <Tooltip text="Transcrição com erro">
          <Button variant="secondary">Com dica</Button>
        </Tooltip>
        <Button variant="secondary" onClick={() => toast.error('Erro ao fazer download. Tente novamente.')}>
          Mostrar aviso
        </Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={change('dialog')}
        title="Tenho interesse"
        description="Avisamos por e-mail quando o plano abrir."
      >
        <div className="mt-4 grid gap-4">
          <Field label="Nome">{(control) => <Input {...control} />}</Field>
          <Button>Enviar</Button>
        </div>
      </Dialog>
      <Dialog open={open === 'panel'} onOpenChange={change('panel')} title="Painel" layout="right">
        <Button variant="quiet">Início</Button>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={change('confirm')}
        title="Tem certeza?"
        description="A transcrição some da lista e não pode ser recuperada."
        confirmLabel="Confirmar exclusão"
        onConfirm={() => setOpen(null)}
      />
    </Part>
  );
}

const rows = [
  ['Aula de ecologia com um título bem comprido que não cabe em uma linha só', '48 min', 'Concluída'],
  ['Entrevista', '12 min', 'Com erro'],
] as const;

function Content() {
  return (
    <Part title="Conteúdo">
      <Table label="Transcrições">
        <thead>
          <tr>
            <TableHead>Nome</TableHead>
            <TableHead>Duração</TableHead>
            <TableHead>Status</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, duration, status]) => (
            <TableRow key={name}>
              <TableCell>{name}</TableCell>
              <TableCell className="whitespace-nowrap">{duration}</TableCell>
              <TableCell>
                <Badge tone={status === 'Concluída' ? 'thread' : 'loss'}>{status}</Badge>
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <div className="grid gap-2" aria-busy="true">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton />
        <Skeleton className="h-4 w-5/6" />
      </div>
    </Part>
  );
}

function States() {
  return (
    <Part title="Estados">
      <EmptyState
        picture={<SoundStrip part="turning" />}
        title="Nenhuma transcrição registrada este mês."
        action={<Button>Enviar um arquivo</Button>}
      >
        Envie um áudio ou vídeo e o texto aparece aqui.
      </EmptyState>
      <ErrorState title="Não foi possível carregar os dados do plano." onRetry={() => {}} requestId="7f3a-21">
        O serviço não respondeu.
      </ErrorState>
    </Part>
  );
}

function Gallery() {
  return (
    <main className="mx-auto grid max-w-page gap-10 px-5 py-8 sm:px-8">
      <div className="flex items-center justify-between">
        <h1 className="text-xl font-semibold">Peças da interface</h1>
        <ThemeToggle withLabel className={buttonClass({ variant: 'secondary' })} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <Buttons />
        <Controls />
        <Floating />
        <Content />
      </div>
      <States />
      <Toaster />
    </main>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
