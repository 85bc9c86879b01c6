import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientInput, invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { asOwner, makeInvoice, markPaid } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { type Invoice, emailInvoice, getInvoice, getTimeline, updateInvoice } from './contract.ts'
import { settleInvoice } from './settle-invoice.ts'

let app: TestApp
let cookie: string
let businessId: string
let made: Invoice
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
  made = await makeInvoice(app, cookie)
})

const update = (overrides: Record<string, unknown> = {}) => {
  const body = { ...invoiceInput(), version: 1, ...overrides }
  return app.send(updateInvoice, { params: { id: made.id }, body }, { cookie })
}
const changed = async (overrides: Record<string, unknown>) => answerOf(updateInvoice, await update(overrides))
const read = async () =>
  answerOf(getInvoice, await app.send(getInvoice, { params: { id: made.id } }, { cookie }))
const kinds = async () => {
  const response = await app.send(getTimeline, { params: { id: made.id } }, { cookie })
  return (await answerOf(getTimeline, response)).entries.map(({ kind }) => kind)
}

test('replaces what was written, with new totals, and keeps number, link and place in time', async () => {
  const charge = { kind: 'amount', amountMinor: 5000 } as const
  const after = await changed({
    charge,
    client: clientInput({ name: 'Another', email: 'another@example.com' }),
    paymentTerms: 'custom',
    dueDate: '2026-11-20',
    notes: 'New',
  })
  expect(after).toMatchObject({
    id: made.id,
    number: made.number,
    publicUrl: made.publicUrl,
    createdAt: made.createdAt,
    version: 2,
    charge,
    totals: { totalMinor: 5000 },
    client: { name: 'Another' },
    dueDate: '2026-11-20',
    notes: 'New',
  })
  expect(after.client.id).not.toBe(made.client.id)
  expect(await read()).toEqual(after)
  expect(await kinds()).toEqual(['changed', 'created'])
})

test('of two changes made on one version, one wins and the other is told', async () => {
  const responses = await Promise.all([update({ notes: 'one' }), update({ notes: 'two' })])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = responses.find(({ status }) => status === 409)!
  expect(await problemOf(refused)).toMatchObject({ code: 'CHANGED_ELSEWHERE' })
  const winner = responses.findIndex(({ status }) => status === 200)
  expect(await read()).toMatchObject({ version: 2, notes: ['one', 'two'][winner] })
  expect(await kinds()).toEqual(['changed', 'created'])
})

test('a paid invoice is read-only, whatever the version, and says why', async () => {
  await markPaid(app, businessId, made.id)
  const before = await read()
  for (const version of [1, 7]) {
    const response = await update({ version, notes: 'New' })
    expect(response.status).toBe(409)
    expect(await problemOf(response)).toMatchObject({
      code: 'INVOICE_PAID',
      message: expect.stringContaining('can’t be changed'),
    })
  }
  expect(await read()).toEqual(before)
})

describe('once a part was paid', () => {
  const amount = (amountMinor: number) => ({ charge: { kind: 'amount', amountMinor } })

  async function payPart(amountMinor: number) {
    await withTenant(app.database, businessId, async (tx) => {
      await tx.client.query(
        `insert into payments (business_id, invoice_id, invoice_number, method, amount_minor, received_at, received_on)
         values ($1, $2, $3, 'cash', $4, now(), current_date)`,
        [businessId, made.id, made.number, amountMinor],
      )
      await settleInvoice(tx, { businessId, invoiceId: made.id }, new Date())
    })
  }

  test('a change leaves the difference open', async () => {
    await payPart(4000)
    expect(await changed(amount(10_000))).toMatchObject({ status: 'pending', openMinor: 6000 })
    expect(await kinds()).toEqual(['changed', 'created'])
  })

  test('a total lowered to what was paid makes it paid', async () => {
    await payPart(4000)
    const after = await changed(amount(4000))
    expect(after).toMatchObject({ status: 'paid', openMinor: 0, receivedMinor: 4000 })
    expect(after.paidAt).not.toBeNull()
    expect(await kinds()).toEqual(['paid', 'changed', 'created'])
  })

  test.each([
    ['an amount', amount(3999), 'charge.amountMinor'],
    [
      'lines',
      {
        charge: {
          kind: 'lines',
          lines: [{ description: 'Work', quantity: 1, rateMinor: 3999 }],
          discount: null,
          taxes: [],
          fees: [],
        },
      },
      'charge',
    ],
  ])('a total lowered below that is refused beside the amount, made by %s', async (_what, change, field) => {
    await payPart(4000)
    const before = await read()
    const response = await update({ ...change, notes: 'New' })
    expect(response.status).toBe(422)
    const message =
      '$40.00 has already been received, so the amount can’t be lower. Undo or refund a payment first.'
    expect(await problemOf(response)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message,
      fields: { [field]: message },
    })
    expect(await read()).toEqual(before)
    expect(await kinds()).toEqual(['created'])
  })
})

describe('another currency', () => {
  const euros = { currency: 'EUR', charge: { kind: 'amount', amountMinor: 5000 } } as const
  const refusal = async (response: Response) => (await problemOf(response)).fields

  test('is taken while nothing was paid, and the client is remembered with it', async () => {
    expect(await changed(euros)).toMatchObject({ currency: 'EUR', totals: { totalMinor: 5000 } })
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query('select currency from clients where id = $1', [made.client.id]),
    )
    expect(rows).toEqual([{ currency: 'EUR' }])
  })

  test('is not what a program means that leaves it out', async () => {
    await changed(euros)
    const after = await changed({ currency: undefined, charge: euros.charge, version: 2 })
    expect(after).toMatchObject({ currency: 'EUR', totals: { totalMinor: 5000 } })
  })

  test('is refused beside its field once money moved, even if the payment was undone', async () => {
    await markPaid(app, businessId, made.id)
    await withTenant(app.database, businessId, async (tx) => {
      await tx.client.query('update payments set undone_at = now() where invoice_id = $1', [made.id])
      await settleInvoice(tx, { businessId, invoiceId: made.id }, new Date())
    })
    const before = await read()
    const message = 'This invoice has payments in USD in its history, so its currency can’t be changed.'
    const response = await update(euros)
    expect(response.status).toBe(422)
    expect(await refusal(response)).toEqual({ currency: message })
    expect(await read()).toEqual(before)
    expect(await changed({ ...euros, currency: 'USD' })).toMatchObject({ currency: 'USD' })
  })

  test.each([
    ['processing', '-1 hour', true],
    ['open', '1 hour', true],
    ['open', '-1 hour', false],
    ['expired', '1 hour', false],
  ])('while a checkout is %s and ends in %s, it is refused: %s', async (state, ends, isRefused) => {
    await withTenant(app.database, businessId, ({ client }) =>
      client.query(
        `insert into checkouts (business_id, invoice_id, invoice_number, currency, amount_minor, request, state, expires_at)
         select business_id, id, number, currency, total_minor, '{}', $2, now() + $3::interval from invoices where id = $1`,
        [made.id, state, ends],
      ),
    )
    const response = await update(euros)
    if (!isRefused) expect(await answerOf(updateInvoice, response)).toMatchObject({ currency: 'EUR' })
    else {
      expect(await refusal(response)).toEqual({
        currency: expect.stringContaining('Your client is paying this invoice in USD right now'),
      })
    }
  })
})

test('the number format of the business is taken when the invoice is made, and again when it is changed', async () => {
  expect(made.locale).toBe('en-US')
  await asOwner(app, 'businesses', `update businesses set locale = 'de-DE' where id = '${businessId}'`)
  expect((await read()).locale).toBe('en-US')
  expect((await changed({ notes: 'New' })).locale).toBe('de-DE')
  expect((await makeInvoice(app, cookie)).locale).toBe('de-DE')
})

test('an open payment page is closed when it would charge something else, and only then', async () => {
  const closing = vi.spyOn(app.deps, 'closeCheckouts')
  await changed({ notes: 'New', purchaseOrder: 'PO-1' })
  expect(closing).not.toHaveBeenCalled()
  await changed({ version: 2, charge: { kind: 'amount', amountMinor: 5000 } })
  expect(closing).toHaveBeenCalledTimes(1)
  await changed({ version: 3, charge: { kind: 'amount', amountMinor: 5000 }, paymentTerms: '2_10_net_30' })
  expect(closing).toHaveBeenCalledTimes(2)
})

describe('changes nothing', () => {
  test.each([
    ['with a status', { status: 'paid' }, 'status'],
    ['with a number', { number: '00000000' }, 'number'],
    ['with a business', { businessId: randomUUID() }, 'businessId'],
    ['with totals', { totals: { totalMinor: 1 } }, 'totals'],
    ['with a request id', { requestId: randomUUID() }, 'requestId'],
    ['with a logo that is not there', { logoId: randomUUID() }, 'logoId'],
    ['without a version', { version: undefined }, 'version'],
  ])('%s', async (_what, change, field) => {
    const response = await update({ notes: 'New', ...change })
    expect(response.status).toBe(422)
    expect(Object.keys((await problemOf(response)).fields ?? {})).toEqual([field])
    expect(await read()).toEqual(made)
  })
})

test('a failing client save does not keep the change from being made', async () => {
  await asOwner(app, 'clients', `alter table clients add constraint broken check (company_name <> 'Broken')`)
  try {
    const after = await changed({ client: clientInput({ name: 'Broken' }) })
    expect(after).toMatchObject({ version: 2, client: { id: null, name: 'Broken' } })
  } finally {
    await asOwner(app, 'clients', 'alter table clients drop constraint broken')
  }
})

describe('Email now', () => {
  const mails = async () => (await kinds()).filter((kind) => kind.startsWith('mail-')).length

  test('mails an invoice that was never mailed, and no other', async () => {
    await changed({ sendOption: 'email_later' })
    expect(await mails()).toBe(0)
    const sent = await changed({ sendOption: 'email_now', version: 2 })
    expect(sent.sentAt).toEqual(expect.any(String))
    expect(await mails()).toBe(1)
    await changed({ sendOption: 'email_now', version: 3 })
    expect(await mails()).toBe(1)
  })

  test('from the button first, a change then mails nothing', async () => {
    const response = await app.send(emailInvoice, { params: { id: made.id } }, { cookie })
    expect(response.status).toBe(200)
    await changed({ sendOption: 'email_now' })
    expect(await mails()).toBe(1)
  })
})
