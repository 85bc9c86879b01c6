import { randomBytes } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { withPlatform } from '../db/transaction.ts'
import type { Transaction } from '../db/transaction.ts'
import type { KeyRing } from './key-ring.ts'
import { seal, SealBroken, unseal } from './seal.ts'
import { aboutDataKey } from './secrets.ts'

interface Rewrapped {
  count: number
  /** Businesses whose data key is damaged: it could not be opened, and stays as it is, or was replaced if so wished. */
  damaged: string[]
}

interface Target {
  /** Of the master key; the current one. */
  version: number
  /** What a damaged key protects is lost; with a new one, its business can at least save anew. */
  replacesDamaged: boolean
}

const pageSize = 100
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Wraps every data key with this version of the master key, which has to be the current one already. Each in a short
 * transaction of its own, so that nobody waits long, and what was done stays done after a crash.
 */
export async function rewrapDataKeys(database: Database, ring: KeyRing, target: Target): Promise<Rewrapped> {
  const done: Rewrapped = { count: 0, damaged: [] }
  for (let last = beforeAll; ;) {
    const ids = await listOthers(database, target.version, last)
    for (const businessId of ids) {
      const outcome = await withPlatform(database, (tx) => rewrap(tx, ring, businessId, target))
      if (outcome === 'rewrapped') done.count++
      if (outcome === 'damaged') done.damaged.push(businessId)
    }
    const end = ids.at(-1)
    if (end === undefined) return done
    last = end
  }
}

async function listOthers(database: Database, version: number, after: string): Promise<string[]> {
  const { rows } = await database.platform.query<{ id: string }>(
    `select business_id as id from data_keys where master_version <> $1 and business_id > $2
     order by business_id limit ${pageSize}`,
    [version, after],
  )
  return rows.map(({ id }) => id)
}

async function rewrap(
  tx: Transaction,
  ring: KeyRing,
  businessId: string,
  { version, replacesDamaged }: Target,
): Promise<'rewrapped' | 'damaged' | 'gone'> {
  const { rows } = await tx.client.query<{ wrapped: Buffer; version: number }>(
    `select wrapped, master_version as version from data_keys
     where business_id = $1 and master_version <> $2 for update`,
    [businessId, version],
  )
  const [row] = rows
  // Its business was deleted meanwhile, or another rotation was quicker.
  if (!row) return 'gone'
  const key = openOrNull(
    await ring.masterKey(tx, row.version),
    row.wrapped,
    aboutDataKey(businessId, row.version),
  )
  if (!key && !replacesDamaged) return 'damaged'
  const wrapped = seal(
    await ring.masterKey(tx, version),
    key ?? randomBytes(32),
    aboutDataKey(businessId, version),
  )
  await tx.client.query(
    'update data_keys set wrapped = $2, master_version = $3, rewrapped_at = now() where business_id = $1',
    [businessId, wrapped, version],
  )
  return key ? 'rewrapped' : 'damaged'
}

function openOrNull(masterKey: Buffer, wrapped: Buffer, about: string): Buffer | null {
  try {
    return unseal(masterKey, wrapped, about)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
