import crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { callbackify } from 'node:util'

/**
 * Loaded before the product in the browser tests. Each password is hashed once, whatever its salt, because
 * hashing takes long by design and most tests sign up and in. A second concurrent request waits for the
 * first. Otherwise the cached hash could differ from the stored one.
 */
const { scrypt } = crypto
const cache = new Map<string, Promise<Buffer>>()
type Done = (error: NodeJS.ErrnoException | null, hash: Buffer) => void

const hash = (text: string, salt: string, length: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, length, options, (error, made) => (error ? reject(error) : resolve(made)))
  })

const remembering = (text: string, salt: string, length: number, options: ScryptOptions, done: Done) => {
  const asked = JSON.stringify([text, length, options])
  const made = cache.get(asked) ?? hash(text, salt, length, options)
  cache.set(asked, made)
  callbackify(() => made)(done)
}
Object.assign(crypto, { scrypt: remembering })
syncBuiltinESMExports()
