import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBankFile } from '../src/features/bank-files/reading/read-bank-file.ts'
import { UnreadableBankFile } from '../src/features/bank-files/reading/unreadable-bank-file.ts'
import { formatFiles } from './support/bank-files/formats/format-files.ts'

const samples = formatFiles.filter(({ bytes }) => bytes.length > 0 && bytes.length < 50_000)

/** Whatever is thrown but a refusal fails the test. */
function outcomeOf(bytes: Uint8Array): 'read' | 'refused' {
  try {
    const file = readBankFile(bytes, 'x')
    for (const { transactions } of file.statements)
      for (const { date, amount } of transactions) {
        expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(amount).toMatch(/^-?\d+(\.\d{2,})?$/)
      }
    return 'read'
  } catch (error) {
    if (!(error instanceof UnreadableBankFile)) throw error
    expect(error.message.length).toBeGreaterThan(10)
    return 'refused'
  }
}

const anySample = fc.constantFrom(...samples)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const options = { seed: 28, numRuns: 400 }

test('a file that is cut off anywhere is read or refused', () => {
  fc.assert(
    fc.property(anySample, share, ({ bytes }, at) => {
      expect(outcomeOf(bytes.subarray(0, Math.floor(bytes.length * at)))).toMatch(/^re/)
    }),
    options,
  )
})

test('a file with changed bytes is read or refused', () => {
  const changes = fc.array(fc.tuple(share, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(anySample, changes, ({ bytes }, all) => {
      const changed = bytes.slice()
      for (const [at, byte] of all) changed[Math.floor(at * (bytes.length - 1))] = byte
      expect(outcomeOf(changed)).toMatch(/^re/)
    }),
    options,
  )
})

test('a file that goes on as another one is read or refused', () => {
  fc.assert(
    fc.property(anySample, anySample, share, share, ({ bytes }, other, from, to) => {
      const start = bytes.subarray(0, Math.floor(bytes.length * from))
      const end = other.bytes.subarray(Math.floor(other.bytes.length * to))
      expect(outcomeOf(Buffer.concat([start, end]))).toMatch(/^re/)
    }),
    options,
  )
})

test('any bytes and any text are read or refused', () => {
  const anyText = fc
    .string({ maxLength: 2000, unit: 'grapheme' })
    .map((text) => new TextEncoder().encode(text))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 2000 }), anyText), (bytes) => {
      expect(outcomeOf(bytes)).toMatch(/^re/)
    }),
    options,
  )
})
