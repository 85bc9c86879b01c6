import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { convertSums } from '../figures/convert-sums.ts'
import { type CurrencySum, negated } from '../figures/sum-rules.ts'
import { currentSource } from './bank-sources.ts'
import { toAccount, toConnection } from './bank-view.ts'
import type { BankingDeps } from './banking-deps.ts'
import {
  type AccountRow,
  type ConnectionRow,
  getConnection,
  listAccountRows,
  listConnections,
} from './connection-queries.ts'
import type * as contract from './contract.ts'
import { securityBand, securityScore } from './rules.ts'

export function getBanking(deps: BankingDeps, { businessId, business }: Identity): Promise<contract.Banking> {
  const now = deps.now()
  const { currency: home, timeZone } = business
  return withTenant(deps.database, businessId, async (tx) => {
    const connections = await listConnections(tx)
    const rows = await listAccountRows(tx)
    const accounts = Map.groupBy(rows, ({ connectionId }) => connectionId)
    const { source, needsPlan } = await currentSource(tx, deps)
    const { cash, cards, notCounted } = countedAccounts(connections, rows)
    const sums = await convertSums(
      tx,
      { businessId, home, today: dateIn(timeZone, now) },
      { cash: sumsOf(cash), cards: negated(sumsOf(cards)) },
    )
    return {
      accounts: connections.flatMap((row) =>
        (accounts.get(row.id) ?? []).map((account) => toAccount(account, row)),
      ),
      connections: connections.map((row) => toConnection(row, now)),
      totals: {
        currency: home,
        cashAccounts: cash.length,
        cashMinor: sums.cash.minor,
        cashOther: sums.cash.other,
        cards: cards.length,
        cardsOwedMinor: sums.cards.minor,
        cardsOwedOther: sums.cards.other,
        notCounted,
      },
      connectsWith: source === 'demo' ? 'demo' : 'plaid',
      needsPlan,
    }
  })
}

/** A bank that needs a new sign-in counts with its last known balances. */
function countedAccounts(connections: readonly ConnectionRow[], rows: readonly AccountRow[]) {
  const open = new Set(connections.filter(({ state }) => state !== 'disconnected').map(({ id }) => id))
  const counted = rows.filter(({ connectionId, closedAt }) => closedAt === null && open.has(connectionId))
  const cash = counted.filter(({ kind }) => kind === 'cash')
  const cards = counted.filter(({ kind }) => kind === 'credit')
  return { cash, cards, notCounted: counted.length - cash.length - cards.length }
}

const sumsOf = (rows: readonly AccountRow[]): CurrencySum[] =>
  rows.map(({ currency, balanceMinor }) => ({ currency, minor: balanceMinor ?? 0, count: 1 }))

export function getBankConnection(
  deps: BankingDeps,
  { businessId }: Identity,
  id: string,
): Promise<ResponseOf<typeof contract.getBankConnection>> {
  const now = deps.now()
  return withTenant(deps.database, businessId, async (tx) => {
    const row = await getConnection(tx, id)
    const accounts = await listAccountRows(tx, id)
    const { rows } = await tx.client.query<{ transactions: number; pending: number }>({
      name: 'count-transactions-of-accounts',
      text: `select count(*)::int as transactions, (count(*) filter (where status = 'pending'))::int as pending
             from transactions
             where business_id = $1 and account_id = any($2::uuid[])`,
      values: [businessId, accounts.map((account) => account.id)],
    })
    return {
      connection: toConnection(row, now),
      accounts: accounts.map((account) => toAccount(account, row)),
      transactions: rows[0]?.transactions ?? 0,
      pending: rows[0]?.pending ?? 0,
    }
  })
}

interface Row {
  accounts: number
  encrypted: number
  accesses: number
  lastAccessAt: Date | null
}

/** An account of bank files may have no number that could be encrypted. */
const hasNumber = `(account_number is not null or not exists (
  select from bank_connections c where c.business_id = $1 and c.id = connection_id and c.source = 'file'))`

/** True for an encrypted value: its first byte is the format version, and it is at least 30 bytes long. */
const isSealed = 'octet_length(account_number) > 29 and get_byte(account_number, 0) = 1'

/** Counts encrypted numbers and accesses. The access log is kept for a year. */
export async function getSecurityReport(
  { database }: BankingDeps,
  { businessId }: Identity,
): Promise<contract.SecurityReport> {
  const [row] = await queryTenant<Row>(database, businessId, {
    name: 'bank-security-report',
    text: `select a.*, l.* from
      (select count(*)::int as accounts, (count(*) filter (where ${isSealed}))::int as encrypted
       from bank_accounts where business_id = $1 and ${hasNumber}) a,
      (select count(*)::int as accesses, max(created_at) as "lastAccessAt"
       from secret_accesses where business_id = $1 and secret like 'bank\\_%') l`,
    values: [businessId],
  })
  if (!row) throw new Error('a count came back without a row')
  const score = securityScore(row)
  return { ...row, score, band: securityBand(score), lastAccessAt: row.lastAccessAt?.toISOString() ?? null }
}
