import { expect, test } from 'vitest'
import type { PortalInvoice } from '../contract.ts'
import { isPayable, suggestedIds } from './payable.ts'

const invoice = (overrides: Partial<PortalInvoice> = {}): PortalInvoice => ({
  id: 'a',
  number: '0001',
  issueDate: '2026-11-01',
  dueDate: '2026-12-01',
  currency: 'USD',
  totalMinor: 1000,
  openMinor: 1000,
  dueMinor: 1000,
  status: 'pending',
  isDisputed: false,
  ...overrides,
})

test('an invoice can be paid while something is due on it and no payment is disputed', () => {
  expect(isPayable(invoice())).toBe(true)
  expect(isPayable(invoice({ status: 'overdue' }))).toBe(true)
  for (const not of [
    { status: 'paid' },
    { status: 'cancelled' },
    { dueMinor: 0 },
    { isDisputed: true },
  ] as const) {
    expect(isPayable(invoice(not))).toBe(false)
  }
})

test('who comes to pay finds the invoices in the currency of the one that is due first', () => {
  const list = [
    invoice({ id: 'later', dueDate: '2026-12-05' }),
    invoice({ id: 'first', dueDate: '2026-11-05', currency: 'EUR' }),
    invoice({ id: 'disputed', dueDate: '2026-10-01', isDisputed: true }),
    invoice({ id: 'second', dueDate: '2026-11-20', currency: 'EUR' }),
  ]
  expect(suggestedIds(list)).toEqual(['first', 'second'])
  expect(suggestedIds([])).toEqual([])
})
