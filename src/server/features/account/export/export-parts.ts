import { and, eq, sql } from 'drizzle-orm';
import { accounts, factors, sessions, users } from '#server/adapters/db/schema/auth.ts';
import { contactMessages, feedbackMessages } from '#server/adapters/db/schema/messages.ts';
import { plans, profiles, usageMonths } from '#server/adapters/db/schema/plans.ts';
import { deviceName } from '#server/features/auth/sessions/device-name.ts';
import { interestPart, paymentsPart, subscriptionPart } from './export-billing.ts';
import { marksPart } from './export-marks.ts';
import { type ExportPart, paginateByKey } from './export-part.ts';
import { promptsPart, summariesPart, transcriptionsPart } from './export-transcriptions.ts';

const waysIn: Readonly<Record<string, string>> = { credential: 'Senha', google: 'Google' };

const profile: ExportPart = {
  fileName: 'perfil',
  title: 'Perfil',
  labels: {
    name: 'Nome',
    email: 'E-mail',
    plan_name: 'Plano',
    occupation: 'Ocupação',
    use_case: 'Para que usa',
    how_found: 'Como nos conheceu',
    ways_in: 'Formas de entrar',
    created_at: 'Conta criada em',
    updated_at: 'Alterado em',
    id: 'Número da conta',
  },
  async *read({ db }, { userId }) {
    const linked = await db
      .select({ provider: accounts.providerId })
      .from(accounts)
      .where(eq(accounts.userId, userId));
    const ways_in = [...linked.map(({ provider }) => waysIn[provider] ?? provider), 'Link por e-mail'];
    const rows = await db
      .select({
        id: users.id,
        name: profiles.name,
        email: users.email,
        email_confirmed: users.emailVerified,
        avatar: profiles.avatar,
        plan: profiles.plan,
        plan_name: plans.name,
        occupation: profiles.occupation,
        use_case: profiles.useCase,
        how_found: profiles.howFound,
        created_at: users.createdAt,
        updated_at: profiles.updatedAt,
      })
      .from(users)
      .leftJoin(profiles, eq(profiles.id, users.id))
      .leftJoin(plans, eq(plans.id, profiles.plan))
      .where(eq(users.id, userId));
    for (const row of rows) yield { ...row, ways_in };
  },
};

const ownSessions: ExportPart = {
  fileName: 'sessoes',
  title: 'Sessões abertas',
  labels: {
    device: 'Navegador',
    address: 'Endereço IP',
    created_at: 'Entrou em',
    last_seen_at: 'Vista em',
    expires_at: 'Vale até',
  },
  async *read({ db }, { userId }) {
    const rows = paginateByKey(sessions, (query) =>
      db
        .select({
          id: sessions.id,
          cursor: query.cursor,
          address: sessions.ipAddress,
          user_agent: sessions.userAgent,
          created_at: sessions.createdAt,
          last_seen_at: sessions.updatedAt,
          expires_at: sessions.expiresAt,
        })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), query.after))
        .orderBy(query.order)
        .limit(query.rows),
    );
    for await (const row of rows) yield { ...row, device: deviceName(row.user_agent) };
  },
};

const factorTypes = { totp: 'Aplicativo autenticador', phone: 'Telefone' };

/** Names and types only: a secret in the file would open the account to a thief. */
const secondFactor: ExportPart = {
  fileName: 'segundo-fator',
  title: 'Verificação em duas etapas',
  labels: { name: 'Nome', type_name: 'Tipo', is_verified: 'Confirmado', created_at: 'Incluído em' },
  async *read({ db }, { userId }) {
    const rows = await db
      .select({
        name: factors.friendlyName,
        type: factors.factorType,
        status: factors.status,
        created_at: factors.createdAt,
      })
      .from(factors)
      .where(eq(factors.userId, userId))
      .orderBy(factors.createdAt);
    for (const { status, ...row } of rows)
      yield { ...row, type_name: factorTypes[row.type], is_verified: status === 'verified' };
  },
};

const usage: ExportPart = {
  fileName: 'uso',
  title: 'Horas usadas por mês',
  labels: { month: 'Mês', used_hours: 'Horas usadas' },
  async *read({ db }, { userId }) {
    const rows = await db
      .select({
        month: sql<string>`to_char(${usageMonths.month}, 'YYYY-MM')`,
        seconds: sql<number>`${usageMonths.settledSeconds} + ${usageMonths.reservedSeconds}`,
      })
      .from(usageMonths)
      .where(eq(usageMonths.userId, userId))
      .orderBy(usageMonths.month);
    for (const { month, seconds } of rows) yield { month, used_hours: seconds / 3_600 };
  },
};

/**
 * Finds messages by the account's current address, because a message has no other link to its sender. Messages
 * from the open forms are stored under an unconfirmed address (open-forms.ts), so the export leaves them
 * out. Otherwise a visitor could type another person's address and write into that person's export.
 */
const messages: ExportPart = {
  fileName: 'mensagens',
  title: 'Mensagens enviadas por dentro da conta',
  labels: { kind: 'Enviada por', name: 'Nome', created_at: 'Em', message: 'Mensagem' },
  async *read({ db }, { userId }) {
    const forms = [
      ['Pedido de ajuda', contactMessages],
      ['Opinião sobre o produto', feedbackMessages],
    ] as const;
    for (const [kind, table] of forms) {
      const rows = paginateByKey(table, (query) =>
        db
          .select({
            id: table.id,
            cursor: query.cursor,
            name: table.name,
            email: table.email,
            message: table.message,
            created_at: table.createdAt,
          })
          .from(table)
          .innerJoin(users, and(eq(users.id, userId), sql`${users.email}::citext = ${table.email}`))
          .where(query.after)
          .orderBy(query.order)
          .limit(query.rows),
      );
      for await (const row of rows) yield { kind, ...row };
    }
  },
};

/** All parts of the account export. A feature that stores personal data adds its part here. */
export const exportParts: readonly ExportPart[] = [
  profile,
  ownSessions,
  secondFactor,
  transcriptionsPart,
  marksPart,
  summariesPart,
  promptsPart,
  usage,
  subscriptionPart,
  paymentsPart,
  messages,
  interestPart,
];
