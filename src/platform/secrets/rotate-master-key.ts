import type { Database } from '../db/connect.ts'
import { DatabaseError } from '../db/database-error.ts'
import { fingerprint } from './app-secret.ts'
import { openKeyRing } from './key-ring.ts'
import { type MasterKeyVersion, type Secret, addVersion, listVersions, makeCurrent } from './master-keys.ts'
import { rewrapDataKeys } from './rewrap-data-keys.ts'

interface RotationOptions {
  database: Database
  read: () => Promise<Secret>
  /** Puts a new secret in the place of the present one; left out where the operator has done that. */
  replace?: () => Promise<void>
  /** Gives businesses whose data key is damaged a new one, rather than fail. */
  replacesDamaged?: boolean
}

export interface Rotation {
  /** Data keys that were wrapped anew. */
  count: number
  /** Businesses that got a new data key, because theirs was damaged. */
  replaced: string[]
  /** Whether a new secret was made, rather than one handed over to that was there already. */
  isNewSecret: boolean
  /** Whether it first waited for the end of another one, whose new secret then serves for both. */
  hasWaited: boolean
}

// Any fixed number will do; this one only has to differ from other locks in this database.
const rotationLock = 5_172_015

/** Hands everything over from the previous secret to the present one. Can be run again after a crash, and beside the product. */
export async function rotateMasterKey(options: RotationOptions): Promise<Rotation> {
  const { database, read, replace, replacesDamaged = false } = options
  const { lock, hasWaited } = await holdRotationLock(database)
  try {
    // Throws before anything is changed when the database cannot be read with these secrets.
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
        `${count} keys were encrypted anew, but those of these businesses are damaged and could not be opened: ` +
          `${damaged.join(', ')}. Restore their rows of data_keys from a backup, and run this again. ` +
          'If there is none, run npm run rotate-key -- --replace-damaged: they get a new key, and have to enter anew ' +
          'what they had saved in Integrations.',
      )
    }
    return { count, replaced: damaged, isNewSecret, hasWaited }
  } finally {
    // Thrown away with its connection.
    lock.release(true)
  }
}

/** Most likely the two were swapped. */
function assertPrevious(versions: readonly MasterKeyVersion[], { previous }: Secret): void {
  const print = previous === undefined ? undefined : fingerprint(previous)
  if (versions.some((one) => one.fingerprint === print)) return
  throw new DatabaseError(
    'APP_SECRET_PREVIOUS is none that this database knows: it has to be the secret from before, and APP_SECRET the new one.',
  )
}

/** Whether an earlier rotation was interrupted after the secret had been replaced. */
function isUnfinished(versions: readonly MasterKeyVersion[], { current, previous }: Secret): boolean {
  if (previous === undefined || previous === current) return false
  const own = versions.find((one) => one.fingerprint === fingerprint(current))
  return !own?.isCurrent || versions.some((one) => one !== own && one.isInUse)
}

/** One at a time. The lock ends with the connection, however that ends. */
async function holdRotationLock(database: Database) {
  const client = await database.guards.connect()
  // Who does the work notices by itself when the database is gone.
  client.on('error', () => undefined)
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      rotationLock,
    ])
    const hasWaited = !rows[0]?.isFree
    if (hasWaited) {
      // The other one may take long.
      await client.query('set statement_timeout = 0')
      await client.query('select pg_advisory_lock($1)', [rotationLock])
    }
    return { lock: client, hasWaited }
  } catch (error) {
    client.release(true)
    throw error
  }
}
