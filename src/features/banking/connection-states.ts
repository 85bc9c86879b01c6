import type { Transaction } from '../../platform/db/transaction.ts'
import type { BankingDeps } from './banking-deps.ts'
import { type ConnectionRow, changeConnection } from './connection-queries.ts'
import { endBankAccess } from './end/end-access.ts'
import { askForSync } from './sync/request-sync.ts'
import { tellOwner } from './tell-owner.ts'

type Deps = Pick<BankingDeps, 'jobs' | 'now'>

/**
 * The bank waits for its owner: to sign in again, where no other words are given. One that was ended stays so. The caller
 * holds its lock.
 */
export async function wantsSignIn(
  tx: Transaction,
  { now }: Deps,
  row: ConnectionRow,
  { code, words }: { code: string; words?: string },
): Promise<ConnectionRow> {
  if (row.state === 'disconnected') return row
  return changeConnection(tx, row, {
    state: 'reconnect',
    problemCode: code,
    problem: words ?? `${row.institutionName} asks you to sign in again.`,
    nextSyncAt: null,
    updatedAt: now(),
  })
}

/** The bank or its owner ended the access there. What is left of it is given back as if it were ended here. */
export async function wasEnded(
  tx: Transaction,
  { jobs, now }: Deps,
  row: ConnectionRow,
  code: string,
): Promise<ConnectionRow> {
  if (row.state === 'disconnected') return row
  const ref = { businessId: row.businessId, connectionId: row.id }
  await jobs.enqueue(tx, endBankAccess, ref)
  await tellOwner(tx, { jobs }, ref, 'ended')
  return changeConnection(tx, row, {
    state: 'disconnected',
    problemCode: code,
    problem: `The access to ${row.institutionName} was ended at the bank.`,
    nextSyncAt: null,
    updatedAt: now(),
  })
}

/** All is well again, and what was missed is fetched. The caller holds its lock. */
export async function markMended(
  tx: Transaction,
  deps: Deps,
  row: ConnectionRow,
  besides: Partial<Pick<ConnectionRow, 'newAccountsAt' | 'accountRevokedAt'>> = {},
): Promise<void> {
  const mended = { state: 'connected', problem: null, problemCode: null, failures: 0 } as const
  await changeConnection(tx, row, { ...mended, accessEndsAt: null, ...besides, updatedAt: deps.now() })
  await askForSync(tx, deps, row)
}

const week = 7 * 24 * 3_600_000

/** Something to do before it stops working. Reported once: what is on the connection already is not told again. */
export async function noteNotice(
  tx: Transaction,
  { jobs, now }: Deps,
  row: ConnectionRow,
  { kind, endsAt }: { kind: 'expiring' | 'newAccounts' | 'accountRevoked'; endsAt: string | null },
): Promise<void> {
  if (row.state === 'disconnected') return
  const at = now()
  const column = noticeColumns[kind]
  // The aggregator warns a week before, where it does not say when.
  const moment = kind === 'expiring' ? new Date(endsAt ?? at.getTime() + week) : at
  if (row[column] === null) {
    await tellOwner(tx, { jobs }, { businessId: row.businessId, connectionId: row.id }, kind)
  }
  await changeConnection(tx, row, { [column]: moment, updatedAt: at })
}

const noticeColumns = {
  expiring: 'accessEndsAt',
  newAccounts: 'newAccountsAt',
  accountRevoked: 'accountRevokedAt',
} as const
