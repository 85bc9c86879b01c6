import { describe, expect, test } from 'vitest'
import { keysOfNumber, keysOfText } from './number-rules.ts'

const names = (text: string, number: string) => {
  const keys = keysOfText(text)
  return keysOfNumber(number).some((key) => keys.has(key))
}

describe('a text names a number however it is written', () => {
  test.each([
    ['INV2026014', '2026-014'],
    ['2026-014', '2026-014'],
    ['2026 / 14', '2026-014'],
    ['RG 2026 014', '2026-014'],
    ['payment for inv.2026-0014, thanks', 'INV-2026-0014'],
    ['INV-2026-0014', 'INV-2026-0014'],
    ['Rechnung 20260014', 'INV-2026-0014'],
    ['Rechnung Nr.2026-014vom 3. Mai', '2026-014'],
    ['ref 7cf341d8', '7CF341D8'],
    ['RF18 2026 014', '2026-014'],
    ['RF182026014', '2026-014'],
    ['invoice 14', '14'],
    ['Facture no 014', '14'],
    ['INV#0014', 'INV-0014'],
    ['ACME-0007', 'ACME-0007'],
    ['acme 0007', 'ACME-0007'],
  ])('%s is %s', (text, number) => {
    expect(names(text, number)).toBe(true)
  })
})

describe('a text does not name', () => {
  test.each([
    ['a longer number', '2026-0145', '2026-014'],
    ['a number that begins alike', '2026-01', '2026-014'],
    ['a date', 'booked 2026-01-14', '2026-001'],
    ['a date in one', 'booked 20260114', '2026-0114'],
    ['a date the other way round', '14.01.2026 card', '1-2026'],
    ['a short number without its word', 'table 14', '14'],
    ['the last part alone', 'order 014', '2026-014'],
    ['a number in two texts', 'shop 2026 apt 14', '2026-014'],
  ])('%s', (_, text, number) => {
    expect(names(text, number)).toBe(false)
  })
})
