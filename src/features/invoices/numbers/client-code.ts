import type { Transaction } from '../../../platform/db/transaction.ts'
import { freeCode } from './number-rules.ts'

interface ClientKey {
  businessId: string
  clientId: string
}

/** Returns the code that stands for a client in numbers. The first number that needs it chooses it for good. */
export async function getClientCode(
  tx: Transaction,
  { businessId, clientId }: ClientKey,
): Promise<string | null> {
  const { rows } = await tx.client.query<{ code: string | null }>(
    'select code from clients where business_id = $1 and id = $2',
    [businessId, clientId],
  )
  if (!rows[0]) return null
  return rows[0].code ?? chooseCode(tx, { businessId, clientId })
}

async function chooseCode(
  { client }: Transaction,
  { businessId, clientId }: ClientKey,
): Promise<string | null> {
  // The client before the codes: a transaction that saves this client may choose its code afterwards.
  const { rows } = await client.query<{ code: string | null; name: string }>(
    `select code, company_name as name from clients where business_id = $1 and id = $2 for no key update`,
    [businessId, clientId],
  )
  if (!rows[0] || rows[0].code !== null) return rows[0]?.code ?? null
  await client.query(`select pg_advisory_xact_lock(hashtextextended('client codes of ' || $1::text, 0))`, [
    businessId,
  ])
  const { rows: others } = await client.query<{ code: string }>(
    'select code from clients where business_id = $1 and code is not null',
    [businessId],
  )
  const code = freeCode(rows[0].name, new Set(others.map((other) => other.code)))
  await client.query('update clients set code = $3 where business_id = $1 and id = $2', [
    businessId,
    clientId,
    code,
  ])
  return code
}
