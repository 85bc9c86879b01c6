import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The version of the format, in case another one is ever needed. */
const format = 1
const [nonceLength, tagLength] = [12, 16]

/** AES-256-GCM. `context` is authenticated: with another context the value cannot be decrypted. */
export function seal(key: Buffer, value: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, sealed, cipher.getAuthTag()])
}

/** Decrypts a value. Throws if anything differs from when it was sealed. */
export function unseal(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== format || sealed.length < 1 + nonceLength + tagLength) {
    throw new DecryptionFailed('a sealed value is not of a known form')
  }
  const nonce = sealed.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceLength, -tagLength)), decipher.final()])
  } catch (cause) {
    throw new DecryptionFailed('a sealed value was altered, moved, or sealed with another key', { cause })
  }
}

export class DecryptionFailed extends Error {
  override readonly name = 'DecryptionFailed'
}
