import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { AccountFacts, NumberFacts } from '../../../platform/banks/bank-provider.ts'
import { bankAccounts } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { sealNumbers } from '../bank-secrets.ts'
import { type KeptAccount, describeAccount, numbersOf } from '../link/item-facts.ts'
import { type StoredAccounts, inCurrency } from './transaction-row.ts'

interface AccountsOf {
  businessId: string
  connectionId: string
  now: Date
}

export interface ReportedAccounts {
  accounts: readonly AccountFacts[]
  /** Only needed for new accounts. */
  numbers: readonly NumberFacts[]
}

/** Stored accounts by the aggregator's ids, also those that are no longer shared. */
export async function findAccounts({ db }: Transaction, connectionId: string): Promise<StoredAccounts> {
  const { providerId, id, currency } = bankAccounts
  const rows = await db
    .select({ providerId, id, currency })
    .from(bankAccounts)
    .where(eq(bankAccounts.connectionId, connectionId))
  return new Map(rows.map((row) => [row.providerId, { id: row.id, currency: row.currency }]))
}

/** The accounts whose currency the bank names. One that is stored keeps its currency if the bank names none. */
export function keptAccounts(accounts: readonly AccountFacts[], stored: StoredAccounts): KeptAccount[] {
  return accounts.flatMap((facts) => {
    const currency = facts.currency ?? stored.get(facts.providerId)?.currency
    if (currency === undefined) return []
    const balanceMinor =
      facts.balanceMinor === null ? null : inCurrency(facts.balanceMinor, facts.currency, currency)
    return [{ ...facts, currency, balanceMinor }]
  })
}

/** Applies names, balances, new and closed accounts. The caller holds the lock on the connection. */
export async function applyAccounts(
  tx: Transaction,
  secrets: Secrets,
  { businessId, connectionId, now }: AccountsOf,
  { accounts, numbers }: ReportedAccounts,
): Promise<StoredAccounts> {
  const stored = await findAccounts(tx, connectionId)
  const kept = keptAccounts(accounts, stored)
  await changeAccounts(tx, { connectionId, now }, kept)
  const found = new Map(stored)
  for (const facts of kept) {
    const id = stored.get(facts.providerId)?.id ?? randomUUID()
    found.set(facts.providerId, { id, currency: facts.currency })
    if (stored.has(facts.providerId)) continue
    const reportedNumbers = numbersOf(facts, numbers)
    await tx.db.insert(bankAccounts).values({
      businessId,
      id,
      connectionId,
      providerId: facts.providerId,
      ...describeAccount(facts),
      balanceMinor: facts.balanceMinor,
      ...(await sealNumbers(tx, secrets, { businessId, id }, facts, reportedNumbers)),
      createdAt: now,
      updatedAt: now,
    })
  }
  return found
}

/** Updates known accounts. A missing balance changes nothing; a missing account is closed meanwhile. */
async function changeAccounts(
  { client }: Transaction,
  { connectionId, now }: Omit<AccountsOf, 'businessId'>,
  kept: readonly KeptAccount[],
): Promise<void> {
  const listed = kept.map((facts) => ({
    provider_id: facts.providerId,
    ...describeAccount(facts),
    balance_minor: facts.balanceMinor,
  }))
  await client.query(
    `update bank_accounts a set
       name = coalesce(f.name, a.name), type = coalesce(f.type, a.type), kind = coalesce(f.kind, a.kind),
       subtype = coalesce(f.subtype, a.subtype), currency = coalesce(f.currency, a.currency),
       balance_minor = coalesce(f.balance_minor, a.balance_minor),
       closed_at = case when f.provider_id is null then coalesce(a.closed_at, $3) end, updated_at = $3
     from bank_accounts b left join jsonb_to_recordset($1::jsonb)
       as f (provider_id text, name text, type text, kind text, subtype text, currency text,
         balance_minor bigint)
       using (provider_id)
     where a.id = b.id and a.connection_id = $2 and b.connection_id = $2
       and (a.name, a.type, a.kind, a.subtype, a.currency, a.balance_minor, a.closed_at is null) is distinct from
         (coalesce(f.name, a.name), coalesce(f.type, a.type), coalesce(f.kind, a.kind),
          coalesce(f.subtype, a.subtype), coalesce(f.currency, a.currency), coalesce(f.balance_minor, a.balance_minor),
          f.provider_id is not null)`,
    [JSON.stringify(listed), connectionId, now],
  )
}
