import type { Database } from '../db/connect.ts'
import type { Transaction } from '../db/transaction.ts'
import { deriveKey, fingerprint } from './app-secret.ts'
import { type Secret, addVersion, assertReadable, listVersions } from './master-keys.ts'

/** What is encrypted is whole, but this process was not given the secret to read it with. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
}

/** The keys that wrap the data keys of businesses, by version. They are derived from secrets and stored nowhere. */
export interface KeyRing {
  /** Throws when the secret of this version is not at hand. */
  masterKey(tx: Transaction, version: number): Promise<Buffer>
}

/**
 * `read` gives the secrets as they are now: another process may have put a new one in their place, which is noticed
 * when a version turns up that is not known here. Throws when the database cannot be read with them.
 */
export async function openKeyRing(database: Database, read: () => Promise<Secret>): Promise<KeyRing> {
  const secret = await register(database, read)
  const known = new Map<number, Buffer>()
  // What is known stays known: somebody may be about to open what was wrapped before a rotation.
  const learn = (
    versions: readonly { version: number; fingerprint: string }[],
    { current, previous }: Secret,
  ) => {
    const secrets = new Map([previous ?? current, current].map((one) => [fingerprint(one), one]))
    for (const { version, fingerprint: print } of versions) {
      const found = secrets.get(print)
      if (found) known.set(version, Buffer.from(deriveKey(found, 'data-keys'), 'base64url'))
    }
  }
  learn(await listVersions(database), secret)
  return {
    async masterKey({ client }, version) {
      if (!known.has(version)) {
        const { rows } = await client.query<{ version: number; fingerprint: string }>(
          'select version, fingerprint from platform.master_keys',
        )
        learn(rows, await read())
      }
      const key = known.get(version)
      if (!key)
        throw new MasterKeyMissing(`the secret behind version ${version} of the master key is not at hand`)
      return key
    },
  }
}

/** Gives the secret a version if it has none. */
async function register(database: Database, read: () => Promise<Secret>): Promise<Secret> {
  for (let secret = await read(); ;) {
    try {
      if ((await listVersions(database)).length === 0) await addVersion(database, secret.current)
      assertReadable(await listVersions(database), secret)
      await addVersion(database, secret.current)
      return secret
    } catch (error) {
      // A rotation may have replaced them between the reading and the look into the database.
      const now = await read()
      if (now.current === secret.current) throw error
      secret = now
    }
  }
}
