import { desc } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoiceInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { deletedInvoices } from '../../platform/db/tables/invoices.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { createInvoice, deleteInvoice, duplicateInvoice, listInvoices } from './contract.ts'
import { startOfMonthIn } from './invoice-limit.ts'

let app: TestApp
let now = new Date('2026-11-15T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

const send = (cookie: string) =>
  app.send(createInvoice, { body: { ...invoiceInput(), requestId: randomUUID() } }, { cookie })

async function makeMany(cookie: string, count: number) {
  for (let made = 0; made < count; made++) await makeInvoice(app, cookie)
}

async function countInvoices(cookie: string) {
  const response = await app.send(listInvoices, { query: {} }, { cookie })
  return ((await response.json()) as { invoices: unknown[] }).invoices.length
}

describe('on Free', () => {
  test('ten requests at once after five invoices: ten exist in the end, the rest is told why', async () => {
    const { cookie } = await app.signUpAndIn()
    await makeMany(cookie, 5)
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(cookie)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = responses.filter(({ status }) => status !== 200)
    for (const response of refused) {
      expect(await problemOf(response)).toMatchObject({
        status: 403,
        code: 'PLAN_LIMIT_REACHED',
        message: expect.stringContaining('10 invoices this month'),
      })
    }
    expect(await countInvoices(cookie)).toBe(10)
  })

  test('a duplicate counts, and a deleted invoice that was never mailed gives its place back', async () => {
    const { cookie } = await app.signUpAndIn()
    await makeMany(cookie, 9)
    const { id } = await makeInvoice(app, cookie)
    const duplicate = () => app.send(duplicateInvoice, { params: { id } }, { cookie })
    expect(await problemOf(await duplicate())).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    const { invoices } = (await (await app.send(listInvoices, { query: {} }, { cookie })).json()) as {
      invoices: { id: string }[]
    }
    const other = invoices.find((invoice) => invoice.id !== id)!
    expect((await app.send(deleteInvoice, { params: { id: other.id } }, { cookie })).status).toBe(204)
    expect((await duplicate()).status).toBe(200)
    expect((await duplicate()).status).toBe(403)
  })

  test('the month is the one on the calendar of the business’s own time zone', async () => {
    const before = now
    try {
      const { cookie } = await app.signUpAndIn({ timeZone: 'Pacific/Auckland' })
      now = new Date('2026-11-30T10:59:00Z')
      await makeMany(cookie, 10)
      expect((await send(cookie)).status).toBe(403)
      now = new Date('2026-11-30T11:00:00Z')
      await makeMany(cookie, 10)
      expect((await send(cookie)).status).toBe(403)
    } finally {
      now = before
    }
  })

  test('one business’s invoices leave another’s limit alone', async () => {
    const [one, other] = [await app.signUpAndIn(), await app.signUpAndIn()]
    await makeMany(one.cookie, 10)
    expect((await send(one.cookie)).status).toBe(403)
    expect((await send(other.cookie)).status).toBe(200)
  })
})

describe('a place that was taken by a mail', () => {
  const remove = (cookie: string, id: string) => app.send(deleteInvoice, { params: { id } }, { cookie })

  test('is not given back by deleting the invoice, until the month is over', async () => {
    const { cookie } = await app.signUpAndIn()
    for (let made = 0; made < 10; made++) {
      const { id } = await makeInvoice(app, cookie, { sendOption: 'email_now' })
      expect((await remove(cookie, id)).status).toBe(204)
    }
    expect(await countInvoices(cookie)).toBe(0)
    expect(await problemOf(await send(cookie))).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
    const before = now
    try {
      now = new Date('2026-12-01T12:00:00Z')
      expect((await send(cookie)).status).toBe(200)
    } finally {
      now = before
    }
  })

  test('what is deleted is kept on record, which the business itself cannot change', async () => {
    const { cookie, session } = await app.signUpAndIn()
    const businessId = session.business.id
    const sent = await makeInvoice(app, cookie, { sendOption: 'email_now' })
    const unsent = await makeInvoice(app, cookie)
    for (const { id } of [sent, unsent]) await remove(cookie, id)
    const records = await withTenant(app.database, businessId, ({ db }) =>
      db.select().from(deletedInvoices).orderBy(desc(deletedInvoices.wasSent)),
    )
    expect(records).toEqual(
      [sent, unsent].map(({ id, number }) => ({
        businessId,
        id,
        number,
        clientName: 'Test Client',
        currency: 'USD',
        totalMinor: 169_811,
        wasSent: id === sent.id,
        createdAt: now,
        deletedAt: expect.any(Date),
        deletedBy: session.user.id,
      })),
    )
    for (const statement of [
      'delete from deleted_invoices',
      'update deleted_invoices set was_sent = false',
    ]) {
      await expect(
        withTenant(app.database, businessId, ({ client }) => client.query(statement)),
      ).rejects.toThrow(/permission denied/)
    }
  })
})

test.each(['pro', 'enterprise'] as const)('on %s there is no limit', async (plan) => {
  const { cookie, session } = await app.signUpAndIn()
  await makeMany(cookie, 10)
  expect((await send(cookie)).status).toBe(403)
  await setPlan(app, session.business.id, plan)
  await makeMany(cookie, 2)
  expect(await countInvoices(cookie)).toBe(12)
})

describe('a month begins', () => {
  test.each([
    ['UTC', '2026-11-15T12:00:00Z', '2026-11-01T00:00:00.000Z'],
    ['Europe/Zurich', '2026-11-15T12:00:00Z', '2026-10-31T23:00:00.000Z'],
    ['Europe/Zurich', '2026-06-30T21:59:00Z', '2026-05-31T22:00:00.000Z'],
    ['Europe/Zurich', '2026-06-30T22:00:00Z', '2026-06-30T22:00:00.000Z'],
    ['America/New_York', '2026-11-01T03:59:00Z', '2026-10-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-20T12:00:00Z', '2026-11-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-15T12:00:00Z', '2026-10-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-01T09:00:00Z', '2026-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2027-01-01T09:00:00Z', '2026-12-01T11:00:00.000Z'],
  ])('in %s, at %s, with %s', (timeZone, moment, expected) => {
    expect(startOfMonthIn(timeZone, new Date(moment)).toISOString()).toBe(expected)
  })
})
