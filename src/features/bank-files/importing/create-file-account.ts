import { randomUUID } from 'node:crypto'
import { type ImportTarget, bankAccounts, bankConnections } from '../../../platform/db/tables/banking.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { sealNumbers } from '../../banking/bank-secrets.ts'
import { textOf } from '../../banking/sync/transaction-row.ts'
import type { PackedStatement } from '../reading/pack-bank-file.ts'
import { numberOf } from './suggest-account.ts'

const kinds = {
  cash: { kind: 'cash', type: 'checking', name: 'Checking' },
  savings: { kind: 'cash', type: 'savings', name: 'Savings' },
  credit: { kind: 'credit', type: 'credit', name: 'Credit' },
} as const

/** Adds an account that the owner keeps up to date with files: a connection without access to a bank. Returns its id. */
export async function createFileAccount(
  tx: Transaction,
  { secrets, now }: Deps<'secrets' | 'now'>,
  { businessId, createdBy }: { businessId: string; createdBy: string },
  { target, statement, currency }: { target: ImportTarget; statement: PackedStatement; currency: Currency },
): Promise<string> {
  const moments = { createdAt: now(), updatedAt: now() }
  const [connectionId, id] = [randomUUID(), randomUUID()]
  await tx.db.insert(bankConnections).values({
    businessId,
    id: connectionId,
    createdBy,
    source: 'file',
    environment: 'file',
    institutionId: 'file',
    institutionName: textOf(target.bankName) || textOf(statement.bankName ?? '') || 'Bank',
    state: 'connected',
    ...moments,
  })
  const number = numberOf(statement)
  const { kind, type, name } = kinds[target.kind]
  const numbers = number === null ? undefined : { accountNumber: number, routingNumber: null }
  await tx.db.insert(bankAccounts).values({
    businessId,
    id,
    connectionId,
    providerId: id,
    name: textOf(target.accountName ?? '') || (number === null && textOf(statement.account ?? '')) || name,
    type,
    kind,
    currency,
    ...(await sealNumbers(tx, secrets, { businessId, id }, { mask: null }, numbers)),
    ...moments,
  })
  return id
}
