import { expect, test } from 'vitest'
import { accounts } from '../../journal/posting-rules.ts'
import { packageReadme } from './package-readme.ts'

const readme = (more: Partial<Parameters<typeof packageReadme>[0]> = {}) =>
  packageReadme({
    business: { name: 'Riverside', currency: 'USD', locale: 'en-US', timeZone: 'America/Chicago' },
    range: { from: '2026-01-01', to: '2026-12-31' },
    basis: 'cash',
    made: new Date('2026-11-19T18:07:30.595Z'),
    profitAndLoss: { rows: [] },
    trial: { lines: [], debitMinor: 0, creditMinor: 0, withoutRate: [], testMinor: null },
    datevObjection: null,
    invoices: 1,
    creditNotes: 2,
    statements: 1,
    receipts: 1,
    ...more,
  })
const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

test('it was made at a time of the business, and one document is one', () => {
  const text = flat(readme())
  expect(text).toContain('Made on Nov 19, 2026 at 12:07 PM CST with ')
  expect(text).toContain('invoices 1 that was issued in this period.')
  expect(text).toContain('credit-notes 2 that were issued in this period.')
  expect(text).toContain('receipts 1 of the expenses of this period, as it was sent.')
})

test('it says how much of the money account moved no money, if there is any', () => {
  expect(readme()).not.toContain('Test payments')
  const money = {
    account: accounts.money,
    code: '1000',
    name: 'Bank and cash',
    debitMinor: 7500,
    creditMinor: 2500,
  }
  const trial = { lines: [money], debitMinor: 7500, creditMinor: 2500, withoutRate: [], testMinor: 5000 }
  expect(flat(readme({ trial }))).toContain(
    'Test payments and demo transactions, which moved no money: $50.00 of the money account (1000 Bank and cash).',
  )
})

test('lines have at most 88 characters, also those that name many accounts', () => {
  const names = Array.from({ length: 20 }, (_, n) => `Account number ${n}`).join(', ')
  const trial = {
    lines: [],
    debitMinor: 0,
    creditMinor: 0,
    testMinor: 1,
    withoutRate: [{ currency: 'CHF', count: 2, debitMinor: 100 } as const],
  }
  for (const datevObjection of [null, `These accounts have no number: ${names}.`]) {
    const text = readme({ datevObjection, trial })
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(88)
    if (datevObjection) expect(flat(text)).toContain(`datev Not included. ${datevObjection}`)
    else expect(flat(text)).toContain('its figures are in the report Taxes. invoices')
  }
})
