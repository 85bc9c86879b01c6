import { queryTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BankingDeps } from './banking-deps.ts'
import type { SecurityReport } from './contract.ts'
import { securityBand, securityScore } from './rules.ts'

interface Row {
  accounts: number
  encrypted: number
  accesses: number
  lastAccessAt: Date | null
}

/** True for an encrypted value: its first byte is the format version, and it is at least 30 bytes long. */
const isSealed = 'octet_length(account_number) > 29 and get_byte(account_number, 0) = 1'

/** Counts encrypted numbers and accesses. The access log is kept for a year. */
export async function getSecurityReport(
  { database }: BankingDeps,
  { businessId }: Identity,
): Promise<SecurityReport> {
  const [row] = await queryTenant<Row>(database, businessId, {
    name: 'bank-security-report',
    text: `select a.*, l.* from
      (select count(*)::int as accounts, (count(*) filter (where ${isSealed}))::int as encrypted
       from bank_accounts where business_id = $1) a,
      (select count(*)::int as accesses, max(created_at) as "lastAccessAt"
       from secret_accesses where business_id = $1 and secret like 'bank\\_%') l`,
    values: [businessId],
  })
  if (!row) throw new Error('a count came back without a row')
  const score = securityScore(row)
  return { ...row, score, band: securityBand(score), lastAccessAt: row.lastAccessAt?.toISOString() ?? null }
}
