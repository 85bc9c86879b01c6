import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { numberInSequence } from '../../../../test/support/fixtures/numbers.ts'
import { type TestApp, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { queryTenant } from '../../../platform/db/transaction.ts'
import { deleteInvoice } from '../contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 30 })
})
afterAll(() => app.close())
beforeEach(async () => {
  const signedIn = await app.signUpAndIn()
  cookie = signedIn.cookie
  businessId = signedIn.session.business.id
  await setPlan(app, businessId, 'enterprise')
})

const remove = (id: string) => app.send(deleteInvoice, { params: { id } }, { cookie })
const make = () => makeInvoice(app, cookie)
const refusal = async (id: string) => {
  const { code, message } = await problemOf(await remove(id))
  return { code, message }
}
const sentOrViewed = (number: string) => ({
  code: 'INVOICE_NUMBERED',
  message: `Invoice ${number} was sent or viewed, so its number has to stay in your records. Cancel it with a credit note instead.`,
})
const notLast = (number: string) => ({
  code: 'INVOICE_NUMBERED',
  message: `Invoice ${number} isn’t the last one of its sequence, so deleting it would leave a gap. Cancel it with a credit note instead.`,
})

describe('an invoice with a number in sequence', () => {
  beforeEach(() => numberInSequence(app, cookie))

  test('is deleted if it is the last one and was never sent, and its number is given again', async () => {
    await make()
    const last = await make()
    expect(last.number).toBe('INV-0002')
    expect((await remove(last.id)).status).toBe(204)
    expect((await make()).number).toBe('INV-0002')
  })

  test('all of them can be deleted from the last to the first', async () => {
    const made = [await make(), await make(), await make()]
    for (const { id } of made.toReversed()) expect((await remove(id)).status).toBe(204)
    expect((await make()).number).toBe('INV-0001')
  })

  test('is not deleted if a later one exists, because of the gap', async () => {
    const first = await make()
    await make()
    expect(await refusal(first.id)).toEqual(notLast('INV-0001'))
    expect((await make()).number).toBe('INV-0003')
  })

  test('is not deleted if the next number was raised after it', async () => {
    const first = await make()
    await numberInSequence(app, cookie, { nextNumber: 100 })
    expect(await refusal(first.id)).toEqual(notLast('INV-0001'))
  })

  test('is not deleted once it was sent, waits to be sent or was viewed', async () => {
    const sent = await makeInvoice(app, cookie, { sendOption: 'email_now' })
    expect(await refusal(sent.id)).toEqual(sentOrViewed(sent.number))
    await queryTenant(app.database, businessId, {
      text: 'update invoices set sent_at = null where id = $1',
      values: [sent.id],
    })
    expect(await refusal(sent.id)).toEqual(sentOrViewed(sent.number))
    const viewed = await make()
    await queryTenant(app.database, businessId, {
      text: 'update invoices set viewed_at = now() where id = $1',
      values: [viewed.id],
    })
    expect(await refusal(viewed.id)).toEqual(sentOrViewed(viewed.number))
  })

  test('is still protected after the business has gone back to random numbers', async () => {
    const first = await make()
    const last = await make()
    await numberInSequence(app, cookie, { style: 'random' })
    expect(await refusal(first.id)).toEqual(notLast('INV-0001'))
    expect((await remove(last.id)).status).toBe(204)
  })

  test('the last one of its own client is deleted, whatever other clients have', async () => {
    await numberInSequence(app, cookie, { scope: 'client' })
    const ofClient = (name: string) =>
      makeInvoice(app, cookie, { client: clientInput({ name, email: `${name}@example.com` }) })
    const acme = await ofClient('acme')
    await ofClient('other')
    expect((await remove(acme.id)).status).toBe(204)
    expect((await ofClient('acme')).number).toBe('INV-ACME-0001')
  })

  test('deleted while others are made: what exists in the end has no gap', async () => {
    for (let n = 0; n < 5; n++) {
      const last = await make()
      const [, ...made] = await Promise.all([remove(last.id), ...Array.from({ length: 6 }, make)])
      expect(new Set(made.map(({ number }) => number)).size).toBe(6)
    }
    const rows = await queryTenant<{ running: number }>(app.database, businessId, {
      text: 'select sequence_number::int as running from invoices order by 1',
    })
    expect(rows.map(({ running }) => running)).toEqual(rows.map((_, index) => index + 1))
    expect(Number((await make()).number.slice(4))).toBe(rows.length + 1)
  })
})

test('an invoice with a random number is deleted as before, sent or not', async () => {
  const sent = await makeInvoice(app, cookie, { sendOption: 'email_now' })
  await make()
  await numberInSequence(app, cookie)
  await make()
  expect((await remove(sent.id)).status).toBe(204)
  expect((await make()).number).toBe('INV-0002')
})
