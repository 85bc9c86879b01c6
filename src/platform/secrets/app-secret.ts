import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const shortest = 32
const wellKnown = /^(.)\1+$|change.?me|secret.*secret|example|password|better-auth|0123456789|abcdefghij/i

/** Why a secret is not good enough, in one sentence, or null. */
export function weaknessOfSecret(secret: string): string | null {
  if (secret.length < shortest) return `APP_SECRET must have at least ${shortest} characters.`
  if (wellKnown.test(secret) || new Set(secret).size < 10) {
    return 'APP_SECRET must be random; this one is easy to guess (openssl rand -base64 32 makes a good one).'
  }
  return null
}

/** The secret of this installation: made at the first start and kept in the data folder, readable by its owner only. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = join(dataDir, `.secret-${randomBytes(6).toString('hex')}`)
  // Flushed before it gets its name: whatever is encrypted with it later must not outlive it.
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // Fails when the secret is there already, so starts at the same moment agree on one.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  await chmod(path, 0o600)
  return (await readFile(path, 'utf8')).trim()
}

/** A key for one purpose. Keys of different purposes tell nothing about each other or about the secret. */
export function deriveKey(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'millrace', purpose, 32)).toString('base64url')
}

/** Recognises a secret without giving it away. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('millrace fingerprint').digest('hex').slice(0, 16)
}
