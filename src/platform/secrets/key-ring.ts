import type { Database } from '../db/connect.ts'
import type { Transaction } from '../db/transaction.ts'
import { deriveKey, fingerprint } from './app-secret.ts'
import { type Secret, addVersion, assertReadable, listVersions } from './master-keys.ts'

/** The encrypted value is intact, but this process does not have the secret to read it. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
}

/** The master keys, by version. They are derived from secrets and never stored. */
export interface KeyRing {
  /** Throws if the secret of this version is not available. */
  masterKey(tx: Transaction, version: number): Promise<Buffer>
}

/** Throws if the secrets cannot read the database. `read` runs again, as a rotation may replace them. */
export async function openKeyRing(database: Database, read: () => Promise<Secret>): Promise<KeyRing> {
  const secret = await register(database, read)
  const keys = new Map<number, Buffer>()
  // Keys are never removed: a request may be about to open a value that was wrapped before a rotation.
  const addKeys = (
    versions: readonly { version: number; fingerprint: string }[],
    { current, previous }: Secret,
  ) => {
    const secrets = new Map([previous ?? current, current].map((one) => [fingerprint(one), one]))
    for (const { version, fingerprint: fingerprintOfVersion } of versions) {
      const found = secrets.get(fingerprintOfVersion)
      if (found) keys.set(version, Buffer.from(deriveKey(found, 'data-keys'), 'base64url'))
    }
  }
  addKeys(await listVersions(database), secret)
  return {
    async masterKey({ client }, version) {
      if (!keys.has(version)) {
        const { rows } = await client.query<{ version: number; fingerprint: string }>(
          'select version, fingerprint from platform.master_keys',
        )
        addKeys(rows, await read())
      }
      const key = keys.get(version)
      if (!key)
        throw new MasterKeyMissing(`the secret behind version ${version} of the master key is not at hand`)
      return key
    },
  }
}

/** Adds a version for the secret if it has none. */
async function register(database: Database, read: () => Promise<Secret>): Promise<Secret> {
  for (let secret = await read(); ;) {
    try {
      if ((await listVersions(database)).length === 0) await addVersion(database, secret.current)
      assertReadable(await listVersions(database), secret)
      await addVersion(database, secret.current)
      return secret
    } catch (error) {
      // A rotation may have replaced the secrets between reading them and querying the database.
      const now = await read()
      if (now.current === secret.current) throw error
      secret = now
    }
  }
}
