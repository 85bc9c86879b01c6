import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { saveNumbering } from './contract.ts'
import {
  canClash,
  codeFrom,
  defaultNumbering,
  exampleNumber,
  formatNumber,
  freeCode,
  numberStem,
  readNumberSearch,
  yearOf,
} from './number-rules.ts'

const business = { code: null, year: 2026 }
const acme = { code: 'ACME', year: 2026 }

describe('a number in sequence', () => {
  test.each([
    [{ prefix: 'INV-', withYear: true, padding: 4 }, business, 42, 'INV-2026-0042'],
    [{ prefix: 'INV-', withYear: false, padding: 4 }, acme, 1, 'INV-ACME-0001'],
    [{ prefix: 'INV-', withYear: true, padding: 4 }, acme, 1, 'INV-ACME-2026-0001'],
    [{ prefix: '', withYear: false, padding: 1 }, business, 7, '7'],
    [{ prefix: 're/', withYear: true, padding: 3 }, business, 12_345, 're/2026-12345'],
  ])('%j for %j and %i is %s', (format, facts, running, expected) => {
    expect(formatNumber(format, facts, running)).toBe(expected)
  })

  test('begins with its stem, and the rest is the running number', () => {
    const format = fc.record({
      prefix: fc.stringMatching(/^[A-Za-z0-9./_-]{0,12}$/),
      withYear: fc.boolean(),
      padding: fc.integer({ min: 1, max: 8 }),
    })
    const facts = fc.record({
      code: fc.option(fc.stringMatching(/^[A-Z0-9]{1,8}$/)),
      year: fc.integer({ min: 1900, max: 9999 }),
    })
    fc.assert(
      fc.property(format, facts, fc.integer({ min: 1, max: 999_999_999 }), (settings, about, running) => {
        const number = formatNumber(settings, about, running)
        const stem = numberStem(settings, about)
        expect(number.startsWith(stem)).toBe(true)
        expect(Number(number.slice(stem.length))).toBe(running)
        expect(number.slice(stem.length).length).toBeGreaterThanOrEqual(settings.padding)
        expect(number).toMatch(/^[A-Za-z0-9./_-]{1,40}$/)
        expect(readNumberSearch(number).start).toBe(number.length < 3 ? null : number.toLowerCase())
      }),
    )
  })

  test('its year is the one of the issue date', () => {
    expect(yearOf('2026-12-31')).toBe(2026)
  })
})

describe('the example', () => {
  const sequence = { ...defaultNumbering, style: 'sequence' as const }

  test('is the next number of the business', () => {
    expect(exampleNumber(sequence, { year: 2026, next: 42 })).toBe('INV-2026-0042')
  })

  test('shows a code and the first number where each client has a sequence', () => {
    const ofClients = { ...sequence, withYear: false, scope: 'client' as const }
    expect(exampleNumber(ofClients, { year: 2026, next: 42 })).toBe('INV-ACME-0001')
  })

  test('of random numbers has eight characters', () => {
    expect(exampleNumber(defaultNumbering, { year: 2026, next: 42 })).toMatch(/^[0-9A-F]{8}$/)
  })
})

describe('the code of a client', () => {
  test.each([
    ['Acme', 'ACME'],
    ['Acme & Sons, Ltd.', 'ACMESONS'],
    ['Zürich Café', 'ZURICHCA'],
    ['3M', '3M'],
    ['東京', 'CLIENT'],
  ])('%s is %s', (name, code) => {
    expect(codeFrom(name)).toBe(code)
  })

  test('gets a digit when another client has it, and stays within eight characters', () => {
    const taken = new Set(['ACME', 'ACME2', 'ACMESONS'])
    expect(freeCode('Acme', taken)).toBe('ACME3')
    expect(freeCode('Acme Sons', taken)).toBe('ACMESON2')
    expect(freeCode('Other', taken)).toBe('OTHER')
  })

  test('is unique among any clients, and of letters and digits', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 60 }), (names) => {
        const codes = new Set<string>()
        for (const name of names) codes.add(freeCode(name, codes))
        expect(codes.size).toBe(names.length)
        for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{1,8}$/)
      }),
    )
  })
})

describe('prefixes of invoices and credit notes', () => {
  test.each([
    ['INV-', 'INV-', true],
    ['INV-', 'inv-', true],
    ['', '', true],
    // 10001 is the ten thousandth of one, and the first of the other.
    ['INV-', 'INV-1', true],
    ['1', '', true],
    ['INV-', 'CN-', false],
    ['', 'CN-', false],
    ['INV-', 'INV-C', false],
  ])('%j and %j can clash: %j', (one, other, expected) => {
    expect(canClash(one, other)).toBe(expected)
    expect(canClash(other, one)).toBe(expected)
  })

  test('make no difference while invoices have random numbers', () => {
    const body = { ...defaultNumbering, creditNotePrefix: defaultNumbering.prefix, nextNumber: null }
    expect(saveNumbering.body.safeParse(body).success).toBe(true)
  })
})

describe('a search can mean a number', () => {
  test.each([
    ['INV-2026-0042', { start: 'inv-2026-0042', running: null }],
    ['#1A2', { start: '1a2', running: null }],
    ['42', { start: null, running: 42 }],
    ['0042', { start: '0042', running: 42 }],
    ['#7', { start: null, running: 7 }],
    ['000', { start: '000', running: null }],
    ['in', { start: null, running: null }],
    ['Acme Ltd', { start: null, running: null }],
    ['12.50', { start: '12.50', running: null }],
  ])('%s: %j', (search, expected) => {
    expect(readNumberSearch(search)).toEqual(expected)
  })
})

describe('the settings are refused', () => {
  const valid = { ...defaultNumbering, style: 'sequence', nextNumber: null }
  test.each([
    ['prefix', 'INV 1', 'Use only letters, digits and the characters - / . _'],
    ['prefix', 'Ä-', 'Use only letters, digits and the characters - / . _'],
    ['prefix', 'ABCDEFGHIJKL-', 'Use at most 12 characters.'],
    ['creditNotePrefix', 'CN 1', 'Use only letters, digits and the characters - / . _'],
    [
      'creditNotePrefix',
      'INV-',
      'With this prefix, a credit note could get the same number as an invoice. Choose another.',
    ],
    ['padding', 0, 'Choose 1 to 8 digits.'],
    ['padding', 9, 'Choose 1 to 8 digits.'],
    ['nextNumber', 0, 'Enter a whole number, 1 or higher.'],
    ['nextNumber', 1.5, 'Enter a whole number, 1 or higher.'],
    ['nextNumber', 1_000_000_000, 'Use at most 9 digits.'],
  ])('%s %j: %s', (field, value, message) => {
    const { error } = saveNumbering.body.safeParse({ ...valid, [field]: value })
    expect(error?.issues.map(({ path, message: text }) => [path.join('.'), text])).toEqual([[field, message]])
  })

  test('a next number where there is no single sequence', () => {
    const { error } = saveNumbering.body.safeParse({ ...valid, scope: 'client', nextNumber: 5 })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['nextNumber'])
  })
})
