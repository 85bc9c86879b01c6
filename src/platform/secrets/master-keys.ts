import type { Database } from '../db/connect.ts'
import { DatabaseError } from '../db/database-error.ts'
import { type Transaction, withPlatform } from '../db/transaction.ts'
import { fingerprint } from './app-secret.ts'

export interface Secret {
  current: string
  /** The previous secret, while data keys may still be wrapped with it. */
  previous?: string | undefined
}

export interface MasterKeyVersion {
  version: number
  fingerprint: string
  /** Whether new data keys are wrapped with it. */
  isCurrent: boolean
  /** Whether existing data keys are wrapped with it. */
  isInUse: boolean
}

// An arbitrary number that differs from other locks in this database.
const lock = 5_172_014

export async function listVersions(database: Database): Promise<MasterKeyVersion[]> {
  const { rows } = await database.platform.query<MasterKeyVersion>(
    `select version, fingerprint, is_current as "isCurrent",
       exists (select from data_keys where master_version = m.version) as "isInUse"
     from platform.master_keys m order by version`,
  )
  return rows
}

/** Returns the version of a secret, and adds one if it has none. */
export async function addVersion(database: Database, secret: string): Promise<number> {
  return withPlatform(database, async ({ client }) => {
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    await client.query(
      `insert into platform.master_keys (version, fingerprint, is_current)
       select coalesce(max(version), 0) + 1, $1, max(version) is null from platform.master_keys
       on conflict (fingerprint) do nothing`,
      [fingerprint(secret)],
    )
    const { rows } = await client.query<{ version: number }>(
      'select version from platform.master_keys where fingerprint = $1',
      [fingerprint(secret)],
    )
    if (!rows[0]) throw new Error('the version that was just made is not there')
    return rows[0].version
  })
}

/** Makes this version the current one. After this, no data key is created with another version. */
export async function makeCurrent(database: Database, version: number): Promise<void> {
  await withPlatform(database, async ({ client }) => {
    // Waits for transactions that create a data key with the previous version.
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    await client.query('update platform.master_keys set is_current = false where is_current')
    await client.query('update platform.master_keys set is_current = true where version = $1', [version])
  })
}

/** Returns the version for a new data key. It stays current until the end of the transaction. */
export async function holdCurrentVersion({ client }: Transaction): Promise<number> {
  await client.query('select pg_advisory_xact_lock_shared($1)', [lock])
  const { rows } = await client.query<{ version: number }>(
    'select version from platform.master_keys where is_current',
  )
  if (!rows[0]) throw new Error('no master key is the current one')
  return rows[0].version
}

/** Throws if something in the database could not be read with these secrets. */
export function assertReadable(versions: readonly MasterKeyVersion[], { current, previous }: Secret): void {
  const fingerprints = new Set([current, previous ?? current].map(fingerprint))
  const missing = versions.filter((one) => !fingerprints.has(one.fingerprint))
  if (missing.some(({ isCurrent }) => isCurrent)) {
    throw new DatabaseError(
      'APP_SECRET is not the one that this database was set up with. ' +
        'To change it, also set the old one as APP_SECRET_PREVIOUS and run npm run rotate-key.',
    )
  }
  if (missing.some(({ isInUse }) => isInUse)) {
    throw new DatabaseError(
      'Some keys in this database are still encrypted with the secret before APP_SECRET: ' +
        'set that one as APP_SECRET_PREVIOUS and run npm run rotate-key, which was not run or not to its end.',
    )
  }
}
