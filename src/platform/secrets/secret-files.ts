import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secret } from './master-keys.ts'

const makeSecret = () => randomBytes(32).toString('base64url')
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

export function secretPaths(dataDir: string) {
  return { current: join(dataDir, 'secret'), previous: join(dataDir, 'secret.previous') }
}

/** The secret of this installation: made at the first start and kept in the data folder, readable by its owner only. */
export async function keepSecret(dataDir: string): Promise<string> {
  const path = secretPaths(dataDir).current
  if (!existsSync(path)) await makeFirst(dataDir, path)
  await chmod(path, 0o600)
  return read(path)
}

async function makeFirst(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const draft = await writeDraft(dataDir, makeSecret())
  try {
    // Fails when the secret is there already, so starts at the same moment agree on one.
    await link(draft, path)
    await flushFolder(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

/** As they are now: a rotation may have replaced them since the start. */
export async function readSecretFiles(dataDir: string): Promise<Secret> {
  const paths = secretPaths(dataDir)
  // The present one first: a rotation writes the other before it replaces this, so none is missed.
  const current = await read(paths.current)
  const previous = await read(paths.previous).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return { current, previous }
}

/** Puts a new secret in the place of the present one. A crash in between leaves every secret that is in use. */
export async function replaceSecret(dataDir: string): Promise<void> {
  const paths = secretPaths(dataDir)
  await put(dataDir, paths.previous, await read(paths.current))
  await put(dataDir, paths.current, makeSecret())
}

async function put(dataDir: string, path: string, secret: string): Promise<void> {
  const draft = await writeDraft(dataDir, secret)
  const { uid, gid } = await stat(secretPaths(dataDir).current)
  // Whoever runs the product has to be able to read what root put there for them.
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
  await flushFolder(dataDir)
}

/** Flushed before it gets its name: what is encrypted with it later must not outlive it. */
async function writeDraft(dataDir: string, secret: string): Promise<string> {
  const draft = join(dataDir, `.secret-${randomBytes(6).toString('hex')}`)
  await writeFile(draft, secret, { mode: 0o600, flush: true })
  return draft
}

/** A name is kept by its folder, which a power cut may leave as it was before. */
async function flushFolder(dataDir: string): Promise<void> {
  // Windows has no such call, and does this by itself.
  if (process.platform === 'win32') return
  const folder = await open(dataDir)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function read(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim()
}
