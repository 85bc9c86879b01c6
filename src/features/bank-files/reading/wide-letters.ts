/** Encodings of East Asia, in which most letters take two bytes; in this order, the first of those that fit best. */
export const wideEncodings = ['shift_jis', 'euc-kr', 'gb18030', 'big5', 'euc-jp'] as const
type WideEncoding = (typeof wideEncodings)[number]

const isBetween = (byte: number, from: number, to: number) => byte >= from && byte <= to

/** Whether two bytes are a sign or a letter that everyday texts have. */
const isCommon: Record<WideEncoding, (lead: number, trail: number) => boolean> = {
  shift_jis: (lead) => isBetween(lead, 0x81, 0x84) || isBetween(lead, 0x88, 0x97),
  'euc-kr': (lead, trail) => trail > 0xa0 && (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xc8)),
  gb18030: (lead, trail) => trail > 0xa0 && (isBetween(lead, 0xa1, 0xa3) || isBetween(lead, 0xb0, 0xd7)),
  big5: (lead) => isBetween(lead, 0xa1, 0xc6),
  'euc-jp': (lead) => isBetween(lead, 0xa1, 0xa5) || isBetween(lead, 0xb0, 0xcf),
}

/** Japanese has small forms of its syllables that take one byte. */
const isSmallSyllable = (byte: number) => isBetween(byte, 0xa1, 0xdf)

const isAsciiLetter = (byte: number | undefined) => /[a-z]/i.test(String.fromCodePoint(byte ?? 0))

/** Counts bytes that such a text hardly has: rare letters, and single ones at Latin letters. */
export function wideStrangeness(encoding: WideEncoding, bytes: Uint8Array): number {
  let strange = 0
  for (let at = 0; at < bytes.length;) {
    if ((bytes[at] ?? 0) < 128) {
      at += 1
      continue
    }
    const start = at
    let letters = 0
    while ((bytes[at] ?? 0) >= 128 && at < bytes.length) {
      const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
      if (encoding === 'shift_jis' && isSmallSyllable(lead)) {
        strange += 0.25
        at += 1
      } else {
        if (!isCommon[encoding](lead, trail)) strange += 2
        at += 2
      }
      letters += 1
    }
    if (letters === 1 && (isAsciiLetter(bytes[start - 1]) || isAsciiLetter(bytes[at]))) strange += 2
  }
  return strange
}

/** Null if the bytes are not a text of this encoding. */
export function decodeStrictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
