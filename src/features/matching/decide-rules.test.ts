import { describe, expect, test } from 'vitest'
import type { BankTransaction, Documents, OpenInvoice } from './candidates/document-rules.ts'
import { targetKeyOf } from './candidates/document-rules.ts'
import { decideMatches } from './decide-rules.ts'

const none: Documents = {
  businessName: 'Own Business',
  invoices: [],
  closedNumbers: [],
  payments: [],
  expenses: [],
  receipts: [],
  payouts: [],
  accounts: [
    { id: 'checking', last4: '1111' },
    { id: 'savings', last4: '2222' },
  ],
  decisions: [],
  declined: new Map(),
}

function invoice(number: string, openMinor: number, overrides: Partial<OpenInvoice> = {}): OpenInvoice {
  return {
    id: number,
    number,
    purchaseOrder: '',
    clientId: 'north',
    clientName: 'Northwind Studio Ltd',
    currency: 'USD',
    openMinor,
    totalMinor: openMinor,
    creditNotesMinor: 0,
    receivedMinor: 0,
    waivedMinor: 0,
    paymentTerms: 'net_30',
    issueDate: '2026-11-01',
    dueDate: '2026-12-01',
    isDraft: false,
    ...overrides,
  }
}

let count = 0
function transaction(
  text: string,
  amountMinor: number,
  overrides: Partial<BankTransaction> = {},
): BankTransaction {
  count += 1
  return {
    id: `transaction ${count}`,
    accountId: 'checking',
    date: '2026-11-20',
    currency: 'USD',
    amountMinor,
    isIncome: true,
    text,
    merchantKey: text.toLowerCase(),
    category: 'Uncategorized',
    hasReceipt: false,
    ...overrides,
  }
}

const decide = (transactions: BankTransaction[], documents: Partial<Documents>) =>
  decideMatches(transactions, { ...none, ...documents }).map(({ band, targets, kind }) =>
    [band, kind, ...targets.map(({ id }) => id)].join(' '),
  )
const decideOne = (
  text: string,
  minor: number,
  invoices: OpenInvoice[],
  documents: Partial<Documents> = {},
) => decide([transaction(text, minor)], { invoices, ...documents })

describe('an invoice', () => {
  test('is certain with its number and amount, or with its amount alone and the client', () => {
    expect(decideOne('inv 2026014', 500, [invoice('2026-014', 500)])).toEqual(['auto invoices 2026-014'])
    expect(decideOne('NORTHWIND STUDIO', 500, [invoice('2026-014', 500)])).toEqual(['auto invoices 2026-014'])
    const decisions = [{ merchantKey: 'zx', state: 'accepted' as const, clientId: 'north', notes: null }]
    expect(decideOne('ZX', 500, [invoice('2026-014', 500)], { decisions })).toEqual([
      'auto invoices 2026-014',
    ])
  })

  test.each([
    ['by the amount alone', 'a stranger', 500, {}],
    ['as a draft', '2026-014', 500, { isDraft: true }],
    ['as a part', '2026-014', 100, {}],
    ['less fees', '2026-014', 485, { openMinor: 500 }],
    ['with more than is due', '2026-014', 600, {}],
    ['before it was issued', '2026-014 paid early', 500, { issueDate: '2026-12-10' }],
  ] as const)('is only suggested %s', (_, text, minor, overrides) => {
    expect(decideOne(text, minor, [invoice('2026-014', 500, overrides)])).toEqual([
      'suggest invoices 2026-014',
    ])
  })

  test.each([
    ['in another currency', 'NORTHWIND 2026-014', 500, { currency: 'EUR' }],
    ['with more than is due without its number', 'NORTHWIND STUDIO', 600, {}],
    ['before it was issued', 'NORTHWIND STUDIO', 500, { issueDate: '2026-12-10' }],
  ] as const)('is not suggested %s', (_, text, minor, overrides) => {
    expect(decideOne(text, minor, [invoice('2026-014', 500, overrides)])).toEqual([])
  })

  test('is suggested for a part without its number only if the client has no other', () => {
    expect(decideOne('NORTHWIND STUDIO', 100, [invoice('2026-014', 500)])).toEqual([
      'suggest invoices 2026-014',
    ])
    const two = [invoice('2026-014', 500), invoice('2026-015', 700)]
    expect(decideOne('NORTHWIND STUDIO', 100, two)).toEqual([])
  })

  test('is uncertain if another one has the same amount, or another number is named', () => {
    const two = [invoice('2026-014', 500), invoice('2026-015', 500, { dueDate: '2026-12-05' })]
    expect(decideOne('NORTHWIND STUDIO', 500, two)).toEqual(['suggest invoices 2026-014'])
    expect(decideOne('NORTHWIND STUDIO 2026-015', 500, two)).toEqual(['auto invoices 2026-015'])
    expect(
      decideOne('NORTHWIND STUDIO 2026-013', 500, [invoice('2026-014', 500)], {
        closedNumbers: ['2026-013'],
      }),
    ).toEqual(['suggest invoices 2026-014'])
  })

  test('is uncertain if two transactions may pay it, and then suggested for one', () => {
    const twice = [transaction('NORTHWIND STUDIO', 500), transaction('NORTHWIND STUDIO', 500)]
    expect(decide(twice, { invoices: [invoice('2026-014', 500)] })).toEqual(['suggest invoices 2026-014'])
  })

  test('is found by its order number', () => {
    const ordered = invoice('2026-014', 500, { purchaseOrder: 'PO-77120' })
    expect(decideOne('order PO77120', 490, [ordered])).toEqual(['suggest invoices 2026-014'])
  })
})

describe('several invoices', () => {
  const [a, b, c] = [invoice('2026-014', 100), invoice('2026-015', 230), invoice('2026-016', 470)]

  test('are certain if all of them are named, or if they are all that the client owes', () => {
    expect(decideOne('2026-014, 2026-016', 570, [a, b, c])).toEqual(['auto invoices 2026-014 2026-016'])
    expect(decideOne('NORTHWIND STUDIO', 800, [a, b, c])).toEqual([
      'auto invoices 2026-014 2026-015 2026-016',
    ])
  })

  test('are suggested if they are the oldest, or the only ones with this sum', () => {
    expect(decideOne('NORTHWIND STUDIO', 330, [a, b, c])).toEqual(['suggest invoices 2026-014 2026-015'])
    expect(decideOne('NORTHWIND STUDIO', 700, [a, b, c])).toEqual(['suggest invoices 2026-015 2026-016'])
  })

  test('are not suggested if different ones fit, or no client is known', () => {
    const same = [invoice('1', 500), invoice('2', 100), invoice('3', 200), invoice('4', 200)]
    expect(decideOne('NORTHWIND STUDIO', 300, same)).toEqual([])
    expect(decideOne('a stranger', 330, [a, b, c])).toEqual([])
  })
})

test('what the owner has declined is not suggested again, and the rest is left to them', () => {
  const paid = transaction('2026-014', 500)
  const declined = new Map([[paid.id, new Set([targetKeyOf('invoices', ['2026-014'])])]])
  const invoices = [invoice('2026-014', 500), invoice('2026-015', 500)]
  expect(decide([paid], { invoices: [invoices[0]!], declined })).toEqual([])
  expect(decide([paid], { invoices, declined })).toEqual([])
})

describe('an expense', () => {
  const expense = {
    id: 'paper',
    currency: 'USD',
    amountMinor: 1250,
    date: '2026-11-19',
    notes: 'Corner Shop',
  }
  const bought = (text: string, overrides: Partial<BankTransaction> = {}) =>
    transaction(text, 1250, { isIncome: false, ...overrides })

  test('is certain with its merchant, and suggested by its amount', () => {
    expect(decide([bought('POS CORNER SHOP 12')], { expenses: [expense] })).toEqual(['auto expense paper'])
    expect(decide([bought('POS ELSEWHERE')], { expenses: [expense] })).toEqual(['suggest expense paper'])
  })

  test('is looked for from 5 days before it to 10 days after', () => {
    const on = (date: string) => decide([bought('CORNER SHOP', { date })], { expenses: [expense] }).length
    expect(['2026-11-13', '2026-11-14', '2026-11-29', '2026-11-30'].map(on)).toEqual([0, 1, 1, 0])
  })

  test('is known by its notes, if earlier ones of the merchant had them', () => {
    const decisions = [
      { merchantKey: 'xyz', state: 'accepted' as const, clientId: null, notes: 'Corner Shop' },
    ]
    expect(decide([bought('XYZ')], { expenses: [expense], decisions })).toEqual(['auto expense paper'])
  })
})

describe('a transfer', () => {
  const pair = (out: string, into: string, overrides: Partial<BankTransaction> = {}) => [
    transaction(out, 50_000, { id: 'out', isIncome: false, date: '2026-11-18' }),
    transaction(into, 50_000, { id: 'in', accountId: 'savings', ...overrides }),
  ]

  test('is certain with two signs, and suggested without', () => {
    expect(decide(pair('Transfer to 2222', 'Deposit'), {})).toEqual(['auto transfer in'])
    expect(decide(pair('Transfer', 'Transfer'), {})).toEqual(['auto transfer in'])
    expect(decide(pair('Payment', 'Deposit'), {})).toEqual(['suggest transfer in'])
  })

  test('is between two accounts, in one currency, within four days', () => {
    expect(decide(pair('Transfer', 'Transfer', { accountId: 'checking' }), {})).toEqual([])
    expect(decide(pair('Transfer', 'Transfer', { currency: 'EUR' }), {})).toEqual([])
    expect(decide(pair('Transfer', 'Transfer', { date: '2026-11-23' }), {})).toEqual([])
  })

  test('gives way to an invoice that is named', () => {
    const invoices = [invoice('2026-014', 50_000)]
    expect(decide(pair('Transfer', 'Transfer 2026-014'), { invoices })).toEqual(['auto invoices 2026-014'])
  })
})
