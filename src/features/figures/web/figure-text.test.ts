import { describe, expect, test } from 'vitest'
import type { Figure, FigureRow } from '../contract.ts'
import {
  conversionText,
  emptyListText,
  figureSentence,
  figureTitle,
  monthSpan,
  shownCountText,
  termLabel,
  totalLabel,
} from './figure-text.ts'

function figure(given: Partial<Figure> & Pick<Figure, 'figure'>): Figure {
  const empty = {
    currency: 'USD',
    minor: 0,
    other: [],
    testMinor: 0,
    count: 0,
    terms: [],
    rows: [],
    next: null,
  }
  return { month: null, today: '2026-11-16', ...empty, ...given }
}

let ids = 0
const id = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`

function invoice(date: string): FigureRow {
  return { kind: 'invoice', id: id(), minor: 100, totalMinor: 100, date, number: 'A1', clientName: 'Bakery' }
}

function expense(minor: number): FigureRow {
  return { kind: 'expense', id: id(), minor, date: '2026-11-03', category: 'Supplies', notes: '' }
}

function account(institutionName: string, isKnown = true): FigureRow {
  return {
    kind: 'account',
    holds: 'cash',
    id: id(),
    minor: 0,
    institutionName,
    name: 'Checking',
    last4: '1234',
    isDemo: false,
    isKnown,
    isStale: false,
    asOf: null,
  }
}

const spent = (minor: number, month: string | null = null) => ({
  figure: 'spent' as const,
  month,
  minor,
  count: 3,
  other: [],
})

describe('what is owed', () => {
  const owed = (...dates: string[]) =>
    figureSentence(figure({ figure: 'owed', minor: 420_000, count: dates.length, rows: dates.map(invoice) }))

  test('is told with the number of invoices, and how many of them are overdue', () => {
    expect(owed('2026-11-16')).toBe('You are owed $4,200.00, the balance due on 1 invoice.')
    expect(owed('2026-11-15')).toBe('You are owed $4,200.00, the balance due on 1 invoice. It is overdue.')
    expect(owed('2026-12-01', '2026-11-30', '2026-11-15')).toBe(
      'You are owed $4,200.00, the balance due on 3 invoices. 1 of them is overdue.',
    )
    expect(owed('2026-12-01', '2026-11-14', '2026-11-15')).toMatch(/ 2 of them are overdue\.$/)
    expect(owed('2026-11-14', '2026-11-15')).toMatch(/ All of them are overdue\.$/)
  })

  test('says nothing about overdue ones while a part of the rows is missing', () => {
    const part = figure({ figure: 'owed', minor: 420_000, count: 1213, rows: [invoice('2026-11-15')] })
    expect(figureSentence(part)).toBe('You are owed $4,200.00, the balance due on 1,213 invoices.')
  })

  test('is nothing, in words', () => {
    expect(owed()).toBe('No one owes you anything right now.')
  })

  test('and late is told with the day it goes by', () => {
    expect(figureSentence(figure({ figure: 'overdue', minor: 100, count: 2 }))).toBe(
      'The balance due on 2 invoices due before today, Nov 16, 2026.',
    )
    expect(figureSentence(figure({ figure: 'overdue' }))).toBe(
      'Nothing is overdue as of today, Nov 16, 2026.',
    )
  })
})

describe('money in and out', () => {
  test('is told with the days of its month', () => {
    expect(figureSentence(figure({ figure: 'received' }))).toBe('Payments received, less refunds.')
    expect(figureSentence(figure({ figure: 'received', month: '2026-02' }))).toBe(
      'Payments received Feb 1 to Feb 28, 2026, less refunds in that time.',
    )
    expect(figureSentence(figure({ figure: 'spent' }))).toBe('Expenses dated up to today, Nov 16, 2026.')
    expect(figureSentence(figure({ figure: 'upcoming' }))).toBe('Expenses dated after today, Nov 16, 2026.')
    expect(monthSpan('2024-02')).toBe('Feb 1 to Feb 29, 2024')
  })

  test.each([
    ['2026-11', '2026-11-16', 'Expenses dated Nov 1 to Nov 30, 2026, later days included.'],
    ['2026-11', '2026-11-30', 'Expenses dated Nov 1 to Nov 30, 2026.'],
    ['2026-10', '2026-11-16', 'Expenses dated Oct 1 to Oct 31, 2026.'],
    ['2025-11', '2026-11-16', 'Expenses dated Nov 1 to Nov 30, 2025.'],
  ])('of %s, seen on %s, names later days only where there are some', (month, today, sentence) => {
    expect(figureSentence(figure({ figure: 'spent', month, today }))).toBe(sentence)
  })
})

describe('what is reckoned from other figures', () => {
  test('is told as a sum that can be followed', () => {
    const received = { figure: 'received' as const, month: null, minor: 5000, count: 2, other: [] }
    expect(
      figureSentence(figure({ figure: 'cash-balance', minor: -2000, terms: [received, spent(-7000)] })),
    ).toBe(
      'Payments received $50.00 − expenses up to today $70.00 = -$20.00. Connect an account that holds cash to see what is in it instead.',
    )
    const owed = { figure: 'owed' as const, month: null, minor: 5000, count: 2, other: [] }
    expect(figureSentence(figure({ figure: 'net', minor: 5000, terms: [owed, spent(0, '2026-11')] }))).toBe(
      'Owed to you $50.00 − expenses in November $0.00 = $50.00.',
    )
  })

  test('as an average names the month and its total', () => {
    const average = figure({ figure: 'average-per-day', minor: 6341, terms: [spent(190_238, '2026-11')] })
    expect(figureSentence(average)).toBe('November’s total of $1,902.38, divided by 30.')
    expect(totalLabel(average)).toBe('Per day')
  })

  test('names a month of another year with it', () => {
    expect(termLabel({ figure: 'spent', month: '2026-01' }, '2026-11-16')).toBe('Expenses in January')
    expect(termLabel({ figure: 'received', month: '2025-12' }, '2026-01-02')).toBe(
      'Payments in December 2025',
    )
  })
})

describe('accounts', () => {
  const balance = (...rows: FigureRow[]) =>
    figureSentence(figure({ figure: 'cash-balance', count: rows.length, rows }))

  test('are counted, with their banks', () => {
    expect(balance(account('Chase'))).toBe('What your bank reported for 1 cash account.')
    expect(balance(account('Chase'), account('Chase'))).toBe('What your bank reported for 2 cash accounts.')
    expect(balance(account('Chase'), account('Wells Fargo'))).toBe(
      'What your banks reported for 2 cash accounts.',
    )
    expect(balance()).toBe('No account that holds cash is connected.')
  })

  test('of which a balance is not known say so', () => {
    expect(balance(account('Chase', false))).toMatch(/ One balance is not known yet and counts as zero\.$/)
    expect(balance(account('Chase', false), account('Chase', false))).toMatch(
      / 2 balances are not known yet and count as zero\.$/,
    )
  })
})

test('the largest expense says why its category is shown', () => {
  const largest = figure({ figure: 'largest-expense', minor: 64_000, count: 1, rows: [expense(64_000)] })
  expect(figureSentence(largest)).toBe(
    'Your largest single expense in November was $640.00 on Nov 3, 2026, so its category is shown.',
  )
  expect(figureTitle('Largest Expense Category', largest)).toBe('Largest Expense Category: Supplies')
  const none = figure({ figure: 'largest-expense' })
  expect(figureSentence(none)).toBe('No expense is dated in November.')
  expect(figureTitle('Largest Expense Category', none)).toBe('Largest Expense Category: None')
})

test('the title is the name of the figure until it is known', () => {
  expect(figureTitle('Total Paid', undefined)).toBe('Total Paid')
  expect(figureTitle('Total Paid', figure({ figure: 'received', minor: -5 }))).toBe('Total Paid: -$0.05')
})

test('a part of the rows is told with what it makes of the sum', () => {
  const part = figure({
    figure: 'spent',
    minor: 123_456,
    count: 1213,
    rows: [expense(250), expense(50)],
    next: 'x',
  })
  expect(shownCountText(part)).toBe('Showing 2 of 1,213: $3.00 of $1,234.56')
  expect(shownCountText({ ...part, next: null })).toBeNull()
})

test('nothing is told in words that fit the figure and its time', () => {
  expect(emptyListText(figure({ figure: 'received' })).title).toBe('Nothing here yet')
  expect(emptyListText(figure({ figure: 'upcoming' })).title).toBe('Nothing here right now')
  expect(emptyListText(figure({ figure: 'received', month: '2026-11' }))).toEqual({
    title: 'Nothing here yet',
    text: 'No payment was received in November.',
  })
  expect(emptyListText(figure({ figure: 'spent', month: '2025-10' }))).toEqual({
    title: 'Nothing here',
    text: 'No expense is dated in October 2025.',
  })
})

describe('with other currencies', () => {
  const euro = {
    currency: 'EUR',
    minor: 10_000,
    count: 2,
    homeMinor: 10_843,
    rate: '1.0843',
    ratedOn: '2026-11-13',
    source: 'European Central Bank',
  }
  const yen = {
    ...euro,
    currency: 'JPY',
    minor: 50_000,
    homeMinor: null,
    rate: null,
    ratedOn: null,
    source: null,
  }

  test('what is owed names what is not in the sum', () => {
    const owed = (minor: number, other: Figure['other']) =>
      figureSentence(figure({ figure: 'owed', minor, other, count: 3, rows: [] }))
    expect(owed(20_000, [euro])).toBe('You are owed $200.00, the balance due on 3 invoices.')
    expect(owed(20_000, [yen])).toBe('You are owed $200.00 and ¥50,000, the balance due on 3 invoices.')
    expect(owed(0, [yen])).toBe('You are owed ¥50,000, the balance due on 3 invoices.')
  })

  test('a sum that was converted as a whole says why its rows can differ', () => {
    expect(conversionText(figure({ figure: 'owed', other: [euro] }))).toBe(
      'Each currency is added up first and then converted, so the single rows can add up to slightly more or less.',
    )
    expect(conversionText(figure({ figure: 'owed', other: [yen] }))).toBeNull()
    expect(conversionText(figure({ figure: 'owed', other: [{ ...euro, count: 1 }] }))).toBeNull()
    expect(conversionText(figure({ figure: 'net', other: [euro], terms: [spent(0)] }))).toBeNull()
  })

  test('the largest expense names what it was not compared with', () => {
    const won = { ...yen, currency: 'KRW' }
    const largest = (row: FigureRow, other: Figure['other']) =>
      figureSentence(figure({ figure: 'largest-expense', rows: [row], other }))
    expect(largest(expense(100), [won, yen])).toMatch(
      / shown\. Expenses in KRW and JPY were not compared, as they have no exchange rate\.$/,
    )
    expect(largest(expense(100), [euro])).toMatch(/ shown\.$/)
    const inYen = { ...expense(0), minor: null, original: { ...yen } }
    expect(largest(inYen, [yen])).toMatch(/ was ¥50,000 on Nov 3, 2026, so its category is shown\.$/)
    expect(largest(inYen, [won, yen])).toMatch(/ shown\. Expenses in KRW were not compared/)
  })

  test('gains are told with what they compare', () => {
    expect(figureSentence(figure({ figure: 'exchange-gains' }))).toBe(
      'What payments in other currencies were worth on their day, minus what they were worth on the issue date of the invoice. Payments and refunds since you started. Refunds count the other way round.',
    )
    expect(figureSentence(figure({ figure: 'exchange-gains', month: '2026-11' }))).toMatch(
      / Payments and refunds Nov 1 to Nov 30, 2026\. Refunds count the other way round\.$/,
    )
    expect(emptyListText(figure({ figure: 'exchange-gains', month: '2026-11' })).text).toBe(
      'No payment in another currency was received in November.',
    )
  })

  test('the amounts are in the home currency', () => {
    expect(figureTitle('Total Paid', figure({ figure: 'received', minor: 5000, currency: 'EUR' }))).toBe(
      'Total Paid: €50.00',
    )
  })
})
