import type { AccountRow, ConnectionRow } from './connection-queries.ts'
import type { BankAccount, BankConnection } from './contract.ts'
import { maskedNumber, maskedRoutingNumber, noDigits, noticeKinds } from './rules.ts'

/** Maps a row to the API's connection. It names every field, so that no token can leak through a spread. */
export function toConnection(row: ConnectionRow, now: Date): BankConnection {
  return {
    id: row.id,
    institutionName: row.institutionName,
    isDemo: row.source === 'demo',
    isFile: row.source === 'file',
    state: row.state,
    problem: row.problem,
    notices: noticesOf(row),
    lastSyncedAt: row.lastSyncedAt?.toISOString() ?? null,
    isSyncing: row.state === 'connected' && row.nextSyncAt !== null && row.nextSyncAt <= now,
  }
}

function noticesOf(row: ConnectionRow): BankConnection['notices'] {
  if (row.state === 'disconnected') return []
  const moments = {
    expiring: row.accessEndsAt,
    accountRevoked: row.accountRevokedAt,
    newAccounts: row.newAccountsAt,
  }
  return noticeKinds.flatMap((kind) => {
    const at = moments[kind]
    return at ? [{ kind, at: at.toISOString() }] : []
  })
}

/** Maps a row to the API's account. It uses the masked copies of the numbers and decrypts nothing. */
export function toAccount(row: AccountRow, { institutionName, state }: ConnectionRow): BankAccount {
  return {
    id: row.id,
    connectionId: row.connectionId,
    institutionName,
    name: row.name,
    type: row.type,
    kind: row.kind,
    last4: row.last4 ?? noDigits,
    accountNumberMasked: maskedNumber(row.last4),
    routingNumberMasked: row.routingNumber ? maskedRoutingNumber : null,
    currency: row.currency,
    balanceMinor: row.balanceMinor,
    isConnected: state === 'connected' && row.closedAt === null,
  }
}
