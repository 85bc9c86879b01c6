import { randomBytes } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { type Transaction, withPlatform } from '../db/transaction.ts'
import { type KeyRing, MasterKeyMissing } from './key-ring.ts'
import { seal, DecryptionFailed, unseal } from './seal.ts'
import { dataKeyContext } from './secrets.ts'

interface RewrapResult {
  count: number
  /** Businesses whose data key no available master key opens. `replacesDamaged` replaces the key. */
  damaged: string[]
}

interface Target {
  /** The version of the current master key. */
  version: number
  /** What damaged keys protect is lost, but new values can be saved. Checks keys of this version too. */
  replacesDamaged: boolean
}

interface WrappedKey {
  businessId: string
  wrapped: Buffer
  /** The version of the master key, as stored in the row. */
  version: number
}

const pageSize = 100
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Wraps each key in a transaction of its own: requests do not wait, and a crash loses no progress. */
export async function rewrapDataKeys(
  database: Database,
  ring: KeyRing,
  target: Target,
): Promise<RewrapResult> {
  const result: RewrapResult = { count: 0, damaged: [] }
  for (let last = lowestId; ;) {
    const ids = await listCandidates(database, target, last)
    for (const businessId of ids) {
      const outcome = await withPlatform(database, (tx) => rewrap(tx, ring, businessId, target))
      if (outcome === 'rewrapped') result.count++
      if (outcome === 'damaged') result.damaged.push(businessId)
    }
    const end = ids.at(-1)
    if (end === undefined) return result
    last = end
  }
}

async function listCandidates(database: Database, target: Target, after: string): Promise<string[]> {
  const { rows } = await database.platform.query<{ id: string }>(
    `select business_id as id from data_keys where (master_version <> $1 or $2) and business_id > $3
     order by business_id limit ${pageSize}`,
    [target.version, target.replacesDamaged, after],
  )
  return rows.map(({ id }) => id)
}

async function rewrap(
  tx: Transaction,
  ring: KeyRing,
  businessId: string,
  { version, replacesDamaged }: Target,
): Promise<'rewrapped' | 'damaged' | 'kept'> {
  const { rows } = await tx.client.query<WrappedKey>(
    `select business_id as "businessId", wrapped, master_version as version from data_keys
     where business_id = $1 for update`,
    [businessId],
  )
  const [row] = rows
  // The business was deleted in the meantime, or another rotation was faster.
  if (!row || (row.version === version && !replacesDamaged)) return 'kept'
  const opened = await openWithAny(tx, ring, row)
  if (opened?.version === version && row.version === version) return 'kept'
  if (!opened && !replacesDamaged) return 'damaged'
  const wrapped = seal(
    await ring.masterKey(tx, version),
    opened?.key ?? randomBytes(32),
    dataKeyContext(businessId, version),
  )
  await tx.client.query(
    'update data_keys set wrapped = $2, master_version = $3, rewrapped_at = now() where business_id = $1',
    [businessId, wrapped, version],
  )
  return opened ? 'rewrapped' : 'damaged'
}

/** Tries the master key that the row names, then the others: the stored version may be what is wrong. */
async function openWithAny(
  tx: Transaction,
  ring: KeyRing,
  { businessId, wrapped, version: storedVersion }: WrappedKey,
): Promise<{ key: Buffer; version: number } | null> {
  const { rows } = await tx.client.query<{ version: number }>(
    'select version from platform.master_keys order by version <> $1, version desc',
    [storedVersion],
  )
  for (const { version } of rows) {
    const masterKey = await ring.masterKey(tx, version).catch((error: unknown) => {
      // Without the named master key it is impossible to tell whether the data key is damaged.
      if (version === storedVersion || !(error instanceof MasterKeyMissing)) throw error
      return null
    })
    const key = masterKey && openOrNull(masterKey, wrapped, dataKeyContext(businessId, version))
    if (key) return { key, version }
  }
  return null
}

function openOrNull(masterKey: Buffer, wrapped: Buffer, context: string): Buffer | null {
  try {
    return unseal(masterKey, wrapped, context)
  } catch (error) {
    if (error instanceof DecryptionFailed) return null
    throw error
  }
}
