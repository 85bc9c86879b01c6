import crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { callbackify } from 'node:util'

/**
 * Loaded before the product for the browser tests. The same password is hashed once, whatever its salt: to hash takes long
 * by design, and most tests sign up and in. Of two at once the second waits for the first, or each would be remembered
 * with another hash than the one that is stored.
 */
const { scrypt } = crypto
const known = new Map<string, Promise<Buffer>>()
type Done = (error: NodeJS.ErrnoException | null, hash: Buffer) => void

const hash = (text: string, salt: string, length: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, length, options, (error, made) => (error ? reject(error) : resolve(made)))
  })

const remembering = (text: string, salt: string, length: number, options: ScryptOptions, done: Done) => {
  const asked = JSON.stringify([text, length, options])
  const made = known.get(asked) ?? hash(text, salt, length, options)
  known.set(asked, made)
  callbackify(() => made)(done)
}
Object.assign(crypto, { scrypt: remembering })
syncBuiltinESMExports()
