import type { Database } from '../db/connect.ts'
import { deriveKey, fingerprint } from './app-secret.ts'
import { type Secret, listVersions } from './master-keys.ts'

/** Derived from the secret once and then stored, so that a sandbox keeps its data after a rotation. */
export async function keepSeed(database: Database, purpose: string, secret: Secret): Promise<string> {
  const currentFingerprint = (await listVersions(database)).find(({ isCurrent }) => isCurrent)?.fingerprint
  const { current, previous } = secret
  const source = previous !== undefined && fingerprint(previous) === currentFingerprint ? previous : current
  const name = `${purpose}-seed`
  await database.platform.query(
    'insert into platform.installation (name, value) values ($1, $2) on conflict do nothing',
    [name, deriveKey(source, purpose)],
  )
  const { rows } = await database.platform.query<{ value: string }>(
    'select value from platform.installation where name = $1',
    [name],
  )
  if (!rows[0]) throw new Error(`the seed of ${purpose} that was just kept is not there`)
  return rows[0].value
}
