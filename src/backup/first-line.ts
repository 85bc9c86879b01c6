const mark = 'millrace-backup 1'
/** Longer than any first line. */
export const firstLineLimit = 80

export function firstLineOf(salt: Buffer | undefined): Buffer {
  return Buffer.from(salt ? `${mark} encrypted ${salt.toString('base64url')}\n` : `${mark} plain\n`)
}

interface FirstLine {
  length: number
  /** Undefined: not encrypted. */
  salt: Buffer | undefined
}

/** Undefined for what is no backup of ours. */
export function readFirstLine(start: Buffer): FirstLine | undefined {
  const found = /^millrace-backup 1 (?:plain|encrypted ([\w-]{22}))\n/.exec(start.toString('latin1'))
  if (!found) return undefined
  return { length: found[0].length, salt: found[1] ? Buffer.from(found[1], 'base64url') : undefined }
}
