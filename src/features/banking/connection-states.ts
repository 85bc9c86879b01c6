import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ConnectionRow, changeConnection } from './connection-queries.ts'
import { endBankAccess, sendBankMail } from './jobs.ts'
import { requestSync } from './sync/request-sync.ts'

/**
 * Marks a connection as waiting for its owner. Without `problem`, the message asks for a new sign-in. A
 * disconnected connection does not change. The caller holds the lock on the connection.
 */
export async function markReconnect(
  tx: Transaction,
  { now }: Deps<'jobs' | 'now'>,
  row: ConnectionRow,
  { code, problem }: { code: string; problem?: string },
): Promise<ConnectionRow> {
  if (row.state === 'disconnected') return row
  return changeConnection(tx, row, {
    state: 'reconnect',
    problemCode: code,
    problem: problem ?? `${row.institutionName} asks you to sign in again.`,
    nextSyncAt: null,
    updatedAt: now(),
  })
}

/** Marks a connection as ended at the bank, and has a job remove the item. */
export async function markEnded(
  tx: Transaction,
  { jobs, now }: Deps<'jobs' | 'now'>,
  row: ConnectionRow,
  code: string,
): Promise<ConnectionRow> {
  if (row.state === 'disconnected') return row
  const ref = { businessId: row.businessId, connectionId: row.id }
  await jobs.enqueue(tx, endBankAccess, ref)
  await jobs.enqueue(tx, sendBankMail, { ...ref, mail: 'ended', mailId: randomUUID() })
  return changeConnection(tx, row, {
    state: 'disconnected',
    problemCode: code,
    problem: `Access to ${row.institutionName} was ended by the bank.`,
    nextSyncAt: null,
    updatedAt: now(),
  })
}

/** Marks a connection as working again and starts a sync. The caller holds the lock on the connection. */
export async function markRepaired(
  tx: Transaction,
  deps: Deps<'jobs' | 'now'>,
  row: ConnectionRow,
  changes: Partial<Pick<ConnectionRow, 'newAccountsAt' | 'accountRevokedAt'>> = {},
): Promise<void> {
  const repaired = { state: 'connected', problem: null, problemCode: null, failures: 0 } as const
  await changeConnection(tx, row, { ...repaired, accessEndsAt: null, ...changes, updatedAt: deps.now() })
  await requestSync(tx, deps, row)
}

const week = 7 * 24 * 3_600_000

/** Stores a notice about a connection that still works. The owner is mailed only about a new one. */
export async function recordNotice(
  tx: Transaction,
  { jobs, now }: Deps<'jobs' | 'now'>,
  row: ConnectionRow,
  { kind, endsAt }: { kind: 'expiring' | 'newAccounts' | 'accountRevoked'; endsAt: string | null },
): Promise<void> {
  if (row.state === 'disconnected') return
  const at = now()
  const column = noticeColumns[kind]
  // Without a date from the aggregator: it warns a week ahead.
  const moment = kind === 'expiring' ? new Date(endsAt ?? at.getTime() + week) : at
  if (row[column] === null) {
    const ref = { businessId: row.businessId, connectionId: row.id }
    await jobs.enqueue(tx, sendBankMail, { ...ref, mail: kind, mailId: randomUUID() })
  }
  await changeConnection(tx, row, { [column]: moment, updatedAt: at })
}

const noticeColumns = {
  expiring: 'accessEndsAt',
  newAccounts: 'newAccountsAt',
  accountRevoked: 'accountRevokedAt',
} as const
