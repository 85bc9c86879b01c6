import { decodeByEvidence } from './decode-by-evidence.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'
import { decodeStrictly } from './wide-letters.ts'

/**
 * Turns the bytes of a text file into text. What the file declares counts only where its bytes are not valid UTF-8,
 * because many banks declare one encoding and write another.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = wideEncodingOf(bytes)
  if (wide) return clean(new TextDecoder(wide).decode(bytes))
  // UTF-16 is known by now, so bytes that text has not are what makes a file binary.
  if (isBinary(bytes))
    throw new UnreadableBankFile('This is not a text file, nor any bank file that we know.')
  const utf8 = decodeStrictly('utf-8', bytes)
  if (utf8 !== null) return clean(utf8)
  const declared = declaredEncodingOf(bytes)
  return clean((declared !== null && decodeAs(declared, bytes)) || decodeByEvidence(bytes))
}

/** Removes NUL bytes and other control characters, except tabs and line ends. */
const clean = (text: string) => text.replaceAll(/[^\P{Cc}\t\n\v\f\r]/gu, '').replace(/^\ufeff+/, '')

/** UTF-16, with or without a mark at its beginning: in Western text every other byte is zero. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 4000)
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 4) return null
  const zeros = [0, 0] as [number, number]
  for (let at = 0; at < pairs * 2; at++) if (sample[at] === 0) zeros[(at % 2) as 0 | 1]++
  if (zeros[1] > pairs * 0.6 && zeros[0] < pairs * 0.05) return 'utf-16le'
  if (zeros[0] > pairs * 0.6 && zeros[1] < pairs * 0.05) return 'utf-16be'
  return null
}

function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 100_000)
  let strange = 0
  for (const byte of sample) if (byte < 32 && !isTextControl(byte)) strange++
  return strange > sample.length * 0.05 && strange > 4
}

/** Tab, line ends, page break, and the marks that envelopes of SWIFT and DOS files contain. */
const isTextControl = (byte: number) =>
  (byte >= 9 && byte <= 13) || (byte >= 1 && byte <= 4) || byte === 0x1a || byte === 0x1c

/** Null if the encoding is unknown, or UTF-8, which the bytes are not. */
function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    const decoder = new TextDecoder(encoding)
    return decoder.encoding.startsWith('utf-') ? null : decoder.decode(bytes)
  } catch {
    return null
  }
}

/** What XML or the header of OFX says. */
function declaredEncodingOf(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1000))
  const xml = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
  if (xml !== undefined) return xml
  const charset = /^CHARSET:\s*([\w-]+)/im.exec(start)?.[1]
  if (charset === undefined) return null
  return /^\d{4}$/.test(charset) ? `windows-${charset}` : charset
}
