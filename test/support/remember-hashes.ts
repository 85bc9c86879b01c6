import crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the product for the browser tests. The same password is hashed once, whatever its salt: to hash takes long
 * by design, and most tests sign up and in.
 */
const { scrypt } = crypto
const known = new Map<string, Buffer>()
type Done = (error: Error | null, hash: Buffer) => void
const remembering = (text: string, salt: string, length: number, options: ScryptOptions, done: Done) => {
  const asked = JSON.stringify([text, length, options])
  const hash = known.get(asked)
  if (hash) return setImmediate(done, null, hash)
  return scrypt(text, salt, length, options, (error, made) => {
    if (!error) known.set(asked, made)
    done(error, made)
  })
}
Object.assign(crypto, { scrypt: remembering })
syncBuiltinESMExports()
