import { randomBytes } from 'node:crypto'

/** Digits and letters that are not mistaken for one another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 100 random bits in groups, such as k3f9-2hqx-7t0m-pw4d-n8vz. */
export function makeMailName(): string {
  const letters = [...randomBytes(20)].map((byte) => alphabet[byte % alphabet.length])
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}
