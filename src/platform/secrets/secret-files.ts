import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failedWith } from '../files/failed-with.ts'
import { flushFolder } from '../files/flush-folder.ts'
import type { Secret } from './master-keys.ts'

const makeSecret = () => randomBytes(32).toString('base64url')

export function secretPaths(dataDir: string) {
  return { current: join(dataDir, 'secret'), previous: join(dataDir, 'secret.previous') }
}

/** The secret of this installation, created on the first start and readable only by its owner. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = secretPaths(dataDir).current
  if (!existsSync(path)) await createSecretFile(dataDir, path)
  await chmod(path, 0o600)
  return read(path)
}

async function createSecretFile(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = await writeTemporary(dataDir, makeSecret())
  try {
    // Fails if the file already exists, so that simultaneous starts use the same secret.
    await link(temporary, path)
    await flushFolder(dataDir)
  } catch (error) {
    if (!failedWith(error, 'EEXIST')) throw error
  } finally {
    await rm(temporary)
  }
}

/** Reads the secrets as they are now: a rotation may have replaced them since the start. */
export async function readSecretFiles(dataDir: string): Promise<Secret> {
  const paths = secretPaths(dataDir)
  // Read first: a rotation writes the previous one before it replaces the current one.
  const current = await read(paths.current)
  const previous = await read(paths.previous).catch((error: unknown) => {
    if (failedWith(error, 'ENOENT')) return undefined
    throw error
  })
  return { current, previous }
}

/** Replaces the current secret with a new one. A crash in between keeps every secret that is in use. */
export async function replaceSecret(dataDir: string): Promise<void> {
  const paths = secretPaths(dataDir)
  await replaceFile(dataDir, paths.previous, await read(paths.current))
  await replaceFile(dataDir, paths.current, makeSecret())
}

async function replaceFile(dataDir: string, path: string, secret: string): Promise<void> {
  const temporary = await writeTemporary(dataDir, secret)
  const { uid, gid } = await stat(secretPaths(dataDir).current)
  // The user that runs the product has to be able to read what root wrote.
  if (process.getuid?.() === 0) await chown(temporary, uid, gid)
  await rename(temporary, path)
  await flushFolder(dataDir)
}

/** Flushed before it gets its name: no data may survive a crash that loses the secret of that data. */
async function writeTemporary(dataDir: string, secret: string): Promise<string> {
  const temporary = join(dataDir, `.secret-${randomBytes(6).toString('hex')}`)
  await writeFile(temporary, secret, { mode: 0o600, flush: true })
  return temporary
}

async function read(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim()
}
