import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpToCredit } from '../../../test/support/fixtures/credit-notes.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { lineSheets, readLines } from './line-sheets.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the lines of a credit note have the amounts that were credited, and their taxes', async () => {
  const owner = await signUpToCredit(app)
  const invoice = await owner.make({
    charge: {
      kind: 'lines',
      taxIncluded: false,
      lines: [
        { description: 'Design', quantity: 2000, rateMinor: 10_000 },
        { description: 'Stamps', quantity: 1000, rateMinor: 500, taxes: [] },
      ],
      discount: null,
      taxes: [{ name: 'VAT', rate: 7700 }],
      fees: [],
    },
  })
  const note = await owner.credit(invoice)
  // An amount has no lines.
  await owner.credit(await owner.make({ charge: { kind: 'amount', amountMinor: 100 } }))
  const sheet = lineSheets.find(({ name }) => name === 'credit_note_lines')!
  const rows = await withTenant(app.database, owner.businessId, async ({ client }) => {
    const read: unknown[] = []
    for await (const page of readLines(client, sheet, 1))
      read.push(...page.map(({ line }) => JSON.parse(line)))
    return read
  })
  expect(rows).toEqual([
    {
      credit_note_id: note.id,
      credit_note_number: note.number,
      position: 1,
      description: 'Design',
      quantity: 2000,
      currency: 'USD',
      rate_minor: 10_000,
      amount_minor: 20_000,
      taxes: 'VAT (7.7%)',
    },
    expect.objectContaining({ position: 2, amount_minor: 500, taxes: '' }),
  ])
})
