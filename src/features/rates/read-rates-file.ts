import { unzipSync } from 'fflate'
import { WrongRatesFile } from './parse-reference-rates.ts'

/** Many times the size of the whole history. */
export const maxFileBytes = 16 * 1024 * 1024
const maxTextBytes = 64 * 1024 * 1024

/** Returns the text of a file of rates: of the file itself, or of the CSV file in a zip archive. */
export function readRatesFile(bytes: Uint8Array): string {
  const text = isZip(bytes) ? unpack(bytes) : bytes
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    throw new WrongRatesFile('it is neither a CSV file nor a zip archive')
  }
}

function isZip(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004'
}

function unpack(archive: Uint8Array): Uint8Array {
  let isTooLarge = false
  const files = unzipCsv(archive, (size) => {
    isTooLarge ||= size > maxTextBytes
    return !isTooLarge
  })
  if (isTooLarge) throw new WrongRatesFile('the file in the zip archive is too large')
  const [file, another] = Object.values(files)
  if (!file || another) throw new WrongRatesFile('the zip archive must have exactly one CSV file')
  return file
}

function unzipCsv(archive: Uint8Array, fits: (size: number) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(archive, {
      filter: ({ name, originalSize }) => /\.csv$/i.test(name) && fits(originalSize),
    })
  } catch {
    throw new WrongRatesFile('the zip archive is damaged')
  }
}
