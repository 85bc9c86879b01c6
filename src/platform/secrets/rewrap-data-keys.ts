import { randomBytes } from 'node:crypto'
import type { Database } from '../db/connect.ts'
import { type Transaction, withPlatform } from '../db/transaction.ts'
import { type KeyRing, MasterKeyMissing } from './key-ring.ts'
import { seal, SealBroken, unseal } from './seal.ts'
import { aboutDataKey } from './secrets.ts'

interface Rewrapped {
  count: number
  /** Businesses whose data key no master key at hand opens: it stays as it is, or was replaced if so wished. */
  damaged: string[]
}

interface Target {
  /** Of the master key; the current one. */
  version: number
  /**
   * What a damaged key protects is lost; with a new one, its business can at least save anew. Keys of this very version
   * are then looked at too.
   */
  replacesDamaged: boolean
}

interface WrappedKey {
  businessId: string
  wrapped: Buffer
  /** Of the master key, as the row has it. */
  version: number
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
    const ids = await listCandidates(database, target, last)
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
  // Its business was deleted meanwhile, or another rotation was quicker.
  if (!row || (row.version === version && !replacesDamaged)) return 'kept'
  const opened = await openWithAny(tx, ring, row)
  if (opened?.version === version && row.version === version) return 'kept'
  if (!opened && !replacesDamaged) return 'damaged'
  const wrapped = seal(
    await ring.masterKey(tx, version),
    opened?.key ?? randomBytes(32),
    aboutDataKey(businessId, version),
  )
  await tx.client.query(
    'update data_keys set wrapped = $2, master_version = $3, rewrapped_at = now() where business_id = $1',
    [businessId, wrapped, version],
  )
  return opened ? 'rewrapped' : 'damaged'
}

/** With the master key that the row names, else with every other at hand: the number alone may be what is wrong. */
async function openWithAny(
  tx: Transaction,
  ring: KeyRing,
  { businessId, wrapped, version: named }: WrappedKey,
): Promise<{ key: Buffer; version: number } | null> {
  const { rows } = await tx.client.query<{ version: number }>(
    'select version from platform.master_keys order by version <> $1, version desc',
    [named],
  )
  for (const { version } of rows) {
    const masterKey = await ring.masterKey(tx, version).catch((error: unknown) => {
      // Without the one it names, nobody can tell whether the key is damaged.
      if (version === named || !(error instanceof MasterKeyMissing)) throw error
      return null
    })
    const key = masterKey && openOrNull(masterKey, wrapped, aboutDataKey(businessId, version))
    if (key) return { key, version }
  }
  return null
}

function openOrNull(masterKey: Buffer, wrapped: Buffer, about: string): Buffer | null {
  try {
    return unseal(masterKey, wrapped, about)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
