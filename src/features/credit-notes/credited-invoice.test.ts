import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreditOwner, amountOf, signUpToCredit } from '../../../test/support/fixtures/credit-notes.ts'
import { numberInSequence } from '../../../test/support/fixtures/numbers.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { pick } from '../../shared/pick.ts'
import { recountMoneyOf } from '../figures/money-totals.ts'
import * as invoicing from '../invoices/contract.ts'
import type { Invoice } from '../invoices/contract.ts'
import { askedParts } from '../invoices/parts/part-rules.ts'
import { emailPublicInvoice } from '../invoices/public/contract.ts'
import { startCheckout } from '../payments/contract.ts'
import { remindNow } from '../reminders/contract.ts'

let app: TestApp
let owner: CreditOwner
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T23:30:00Z') })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpToCredit(app)
})

const single = { charge: { kind: 'amount', amountMinor: 10_000 } } as const

/** What the form sends to change an invoice, with nothing changed. */
function unchanged(invoice: Invoice): BodyOf<typeof invoicing.updateInvoice> {
  const keys = Object.keys(invoicing.updateInvoice.body.shape) as (keyof Invoice)[]
  return { ...pick(invoice, keys), parts: askedParts(invoice.parts) }
}

describe('a cancelled invoice', () => {
  test('cannot be changed, deleted, paid, reminded or emailed, and can be duplicated', async () => {
    const invoice = await owner.make()
    await owner.credit(invoice)
    const params = { id: invoice.id }
    const codeOf = async (response: Response | Promise<Response>) => (await problemOf(await response)).code
    const body = unchanged(await owner.read(invoice))
    const codes = [
      await codeOf(app.send(invoicing.updateInvoice, { params, body }, { cookie: owner.cookie })),
      await codeOf(app.send(invoicing.deleteInvoice, { params }, { cookie: owner.cookie })),
      await codeOf(owner.pay(invoice, 100)),
      await codeOf(app.send(startCheckout, { params, body: { method: 'card' } })),
      await codeOf(app.send(remindNow, { params }, { cookie: owner.cookie })),
      await codeOf(app.send(invoicing.emailInvoice, { params }, { cookie: owner.cookie })),
      await codeOf(app.send(emailPublicInvoice, { params })),
    ]
    expect(codes).toEqual([
      'INVOICE_CANCELLED',
      'INVOICE_CREDITED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
      'INVOICE_CANCELLED',
    ])
    const copy = await app.send(invoicing.duplicateInvoice, { params }, { cookie: owner.cookie })
    expect(await answerOf(invoicing.duplicateInvoice, copy)).toMatchObject({
      status: 'pending',
      creditNotes: [],
      creditNotesMinor: 0,
      openMinor: invoice.totals.totalMinor,
    })
  })

  test('that waited for its owner to email it is never mailed', async () => {
    await numberInSequence(app, owner.cookie)
    const invoice = await owner.make({ sendOption: 'email_later' })
    await owner.credit(invoice)
    const params = { id: invoice.id }
    const body = { ...unchanged(await owner.read(invoice)), sendOption: 'email_now' as const }
    for (const response of [
      await app.send(invoicing.emailInvoice, { params }, { cookie: owner.cookie }),
      await app.send(invoicing.updateInvoice, { params, body }, { cookie: owner.cookie }),
    ]) {
      expect((await problemOf(response)).code).toBe('INVOICE_CANCELLED')
    }
    const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query('select kind from mails where invoice_id = $1', [invoice.id]),
    )
    expect(rows).toEqual([])
  })

  test('is in the list of all invoices only', async () => {
    const invoice = await owner.make()
    await owner.credit(invoice)
    const found = await Promise.all(
      (['all', 'pending', 'paid', 'overdue'] as const).map(async (status) => {
        const response = await app.send(
          invoicing.listInvoices,
          { query: { status } },
          { cookie: owner.cookie },
        )
        const { invoices } = await answerOf(invoicing.listInvoices, response)
        return invoices.map((each) => each.status)
      }),
    )
    expect(found).toEqual([['cancelled'], [], [], []])
    const query = { search: '1,698.11' }
    const response = await app.send(invoicing.listInvoices, { query }, { cookie: owner.cookie })
    expect((await answerOf(invoicing.listInvoices, response)).invoices).toMatchObject([
      { id: invoice.id, creditNotesMinor: invoice.totals.totalMinor },
    ])
  })
})

test('an invoice is found by the whole number of its credit note', async () => {
  const [invoice, other] = [await owner.make(), await owner.make()]
  await owner.credit(other)
  const { number } = await owner.credit(invoice, { credit: { kind: 'rest' } })
  const found = async (search: string, status: 'all' | 'paid' = 'all', { cookie } = owner) => {
    const response = await app.send(invoicing.listInvoices, { query: { search, status } }, { cookie })
    return (await answerOf(invoicing.listInvoices, response)).invoices.map(({ id }) => id)
  }
  for (const search of [number, `#${number}`, number.toLowerCase()]) {
    expect(await found(search)).toEqual([invoice.id])
  }
  expect(await found(number, 'paid')).toEqual([])
  expect(await found(number.slice(0, -1))).toEqual([])
  expect(await found(number, 'all', await signUpToCredit(app))).toEqual([])
})

test('an invoice with a credit note keeps its lines', async () => {
  const invoice = await owner.make(single)
  await owner.credit(invoice, amountOf(100))
  const body = unchanged(await owner.read(invoice))
  const response = await app.send(
    invoicing.updateInvoice,
    { params: { id: invoice.id }, body },
    { cookie: owner.cookie },
  )
  expect((await problemOf(response)).code).toBe('INVOICE_CREDITED')
})

describe('the figures', () => {
  const summary = async () =>
    answerOf(
      invoicing.getInvoiceSummary,
      await app.send(invoicing.getInvoiceSummary, {}, { cookie: owner.cookie }),
    )

  test('follow each credit note, and the kept sums are those of the rows', async () => {
    const [open, paid, gone] = await Promise.all([owner.make(single), owner.make(single), owner.make(single)])
    await owner.pay(paid, 10_000)
    await owner.credit(open, amountOf(3000))
    await owner.credit(paid, amountOf(1000))
    await owner.credit(gone)
    expect(await summary()).toMatchObject({
      outstanding: { minor: 7000, count: 1 },
      paid: { minor: 10_000, count: 1 },
    })
    const differences: unknown[] = []
    const log = { error: (facts: unknown) => differences.push(facts) } as unknown as typeof app.deps.log
    await recountMoneyOf({ database: app.database, log }, owner.businessId)
    expect(differences).toEqual([])
    const { rows } = await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(
        `select kind, sum(minor)::int as minor, sum(count)::int as count from (
           select kind, minor, count from money_totals where span = 'day'
           union all select kind, minor, count from money_changes) all_sums
         where kind in ('owed', 'settled') group by kind order by kind`,
      ),
    )
    expect(rows).toEqual([
      { kind: 'owed', minor: 7000, count: 1 },
      { kind: 'settled', minor: 9000, count: 1 },
    ])
  })
})

test('the database keeps credit notes as they are', async () => {
  const note = await owner.credit(await owner.make(single))
  const change = (sql: string) =>
    withTenant(app.database, owner.businessId, ({ client }) => client.query(sql, [note.id]))
  await expect(change('update credit_notes set total_minor = 1 where id = $1')).rejects.toThrow(
    /permission denied/,
  )
  await expect(change('delete from credit_notes where id = $1')).rejects.toThrow(/permission denied/)
})
