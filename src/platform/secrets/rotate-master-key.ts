import type { Database } from '../db/connect.ts'
import { DatabaseError } from '../db/database-error.ts'
import { fingerprint } from './app-secret.ts'
import { openKeyRing } from './key-ring.ts'
import { type MasterKeyVersion, type Secret, addVersion, listVersions, makeCurrent } from './master-keys.ts'
import { rewrapDataKeys } from './rewrap-data-keys.ts'

interface RotationOptions {
  database: Database
  read: () => Promise<Secret>
  /** Replaces the current secret with a new one. Left out if the operator has already done that. */
  replace?: () => Promise<void>
  /** Gives businesses with a damaged data key a new one, instead of failing. */
  replacesDamaged?: boolean
}

export interface Rotation {
  /** Number of data keys that were wrapped again. */
  count: number
  /** Businesses that got a new data key because theirs was damaged. */
  replaced: string[]
  /** Whether a new secret was created, instead of using one that already existed. */
  isNewSecret: boolean
  /** Whether this rotation waited for another one. Its new secret is then used for both. */
  hasWaited: boolean
}

// An arbitrary number that differs from other locks in this database.
const rotationLock = 5_172_015

/** Moves everything to the current secret. Can be repeated after a crash, and while the product runs. */
export async function rotateMasterKey(options: RotationOptions): Promise<Rotation> {
  const { database, read, replace, replacesDamaged = false } = options
  const { lock, hasWaited } = await holdRotationLock(database)
  try {
    // Throws before anything is changed if these secrets cannot read the database.
    const ring = await openKeyRing(database, read)
    const versions = await listVersions(database)
    if (!replace) assertPrevious(versions, await read())
    const isNewSecret = replace !== undefined && !hasWaited && !isUnfinished(versions, await read())
    if (isNewSecret) await replace()
    const version = await addVersion(database, (await read()).current)
    await makeCurrent(database, version)
    const { count, damaged } = await rewrapDataKeys(database, ring, { version, replacesDamaged })
    if (damaged.length > 0 && !replacesDamaged) {
      throw new DatabaseError(
        `${count} keys were re-encrypted, but those of these businesses are damaged and could not be opened: ` +
          `${damaged.join(', ')}. Restore their rows of data_keys from a backup, and run this again. ` +
          'If you have none, run npm run rotate-key -- --replace-damaged. They get a new key, and have to enter again ' +
          'what they had saved in Integrations.',
      )
    }
    return { count, replaced: damaged, isNewSecret, hasWaited }
  } finally {
    // Closing the connection releases the lock.
    lock.release(true)
  }
}

/** An unknown previous secret most likely means that the two were swapped. */
function assertPrevious(versions: readonly MasterKeyVersion[], { previous }: Secret): void {
  const fingerprintOfPrevious = previous === undefined ? undefined : fingerprint(previous)
  if (versions.some((one) => one.fingerprint === fingerprintOfPrevious)) return
  throw new DatabaseError(
    'This database does not know APP_SECRET_PREVIOUS. It has to be the previous secret, and APP_SECRET the new one.',
  )
}

/** Whether an earlier rotation was interrupted after the secret was replaced. */
function isUnfinished(versions: readonly MasterKeyVersion[], { current, previous }: Secret): boolean {
  if (previous === undefined || previous === current) return false
  const own = versions.find((one) => one.fingerprint === fingerprint(current))
  return !own?.isCurrent || versions.some((one) => one !== own && one.isInUse)
}

/** Allows one rotation at a time. The lock is released when the connection closes, for whatever reason. */
async function holdRotationLock(database: Database) {
  const client = await database.guards.connect()
  // The connection that does the work reports a lost database.
  client.on('error', () => undefined)
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      rotationLock,
    ])
    const hasWaited = !rows[0]?.isFree
    if (hasWaited) {
      // The other rotation may take long.
      await client.query('set statement_timeout = 0')
      await client.query('select pg_advisory_lock($1)', [rotationLock])
    }
    return { lock: client, hasWaited }
  } catch (error) {
    client.release(true)
    throw error
  }
}
