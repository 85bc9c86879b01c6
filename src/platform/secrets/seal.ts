import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Says how the rest is to be read, in case another way is ever needed. */
const format = 1
const [nonceLength, tagLength] = [12, 16]

/** AES-256-GCM. `about` is not encrypted but bound: with another one the value cannot be opened. */
export function seal(key: Buffer, value: Buffer, about: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(value), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, sealed, cipher.getAuthTag()])
}

/** Throws when anything about it is not as it was sealed: never an answer that is only nearly right. */
export function unseal(key: Buffer, sealed: Buffer, about: string): Buffer {
  if (sealed[0] !== format || sealed.length < 1 + nonceLength + tagLength) {
    throw new SealBroken('a sealed value is not of a known form')
  }
  const nonce = sealed.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceLength, -tagLength)), decipher.final()])
  } catch (cause) {
    throw new SealBroken('a sealed value was altered, moved, or sealed with another key', { cause })
  }
}

export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}
