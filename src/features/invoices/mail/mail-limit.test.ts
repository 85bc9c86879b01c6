import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput, invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { waitForLock } from '../../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import * as contract from '../contract.ts'
import { emailPublicInvoice } from '../public/contract.ts'

let app: TestApp
let cookie: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
})

const mailNow = (requestId = randomUUID()) =>
  app.send(
    contract.createInvoice,
    { body: { ...invoiceInput({ sendOption: 'email_now' }), requestId } },
    { cookie },
  )
const email = (id: string) => app.send(contract.emailInvoice, { params: { id } }, { cookie })
const emailFromOutside = (id: string) =>
  app.send(emailPublicInvoice, { params: { id } }, { headers: { 'x-forwarded-for': randomUUID() } })

/** As if so many mails had gone out in this hour. */
async function useUp(count: number) {
  await app.database.platform.query(
    `insert into platform.rate_limits (key, count, window_ends_at) values ($1, $2, now() + interval '30 minutes')
     on conflict (key) do update set count = excluded.count`,
    [`client-mail:${businessId}`, count],
  )
}
async function usedUp(key = `client-mail:${businessId}`): Promise<number | undefined> {
  const { rows } = await app.database.platform.query<{ count: number }>(
    'select count from platform.rate_limits where key = $1',
    [key],
  )
  return rows[0]?.count
}
async function countOf(table: string): Promise<number> {
  const { rows } = await withTenant(app.database, businessId, ({ client }) =>
    client.query(`select from ${table}`),
  )
  return rows.length
}

describe('mails to the clients of one business', () => {
  test('are counted whichever way they are asked for, and stay counted when the invoice is deleted', async () => {
    const { id } = await makeInvoice(app, cookie, { sendOption: 'email_now' })
    const { version, id: later } = await makeInvoice(app, cookie)
    expect(await usedUp()).toBe(1)
    const body = { ...invoiceInput({ sendOption: 'email_now' }), version }
    await app.send(contract.updateInvoice, { params: { id: later }, body }, { cookie })
    expect(await usedUp()).toBe(2)
    await email(id)
    expect(await usedUp()).toBe(3)
    await emailFromOutside(id)
    expect(await usedUp()).toBe(4)
    await app.send(contract.deleteInvoice, { params: { id } }, { cookie })
    expect(await usedUp()).toBe(4)
  })

  test('an invoice that is to be mailed beyond the limit is not made, and the reason is a plain sentence', async () => {
    await useUp(50)
    const refused = await mailNow()
    expect(refused.status).toBe(429)
    expect(await problemOf(refused)).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message:
        'You’ve sent 50 emails to clients within an hour, which is the limit of the Free plan. Please try again in 30 minutes.',
    })
    for (const table of ['invoices', 'clients', 'mails'])
      expect([table, await countOf(table)]).toEqual([table, 0])
    await makeInvoice(app, cookie, { sendOption: 'email_later' })
  })

  test('a change that is to mail beyond the limit is not made either; one that mails nothing is', async () => {
    const { id } = await makeInvoice(app, cookie)
    await useUp(50)
    const change = (sendOption: 'email_now' | 'email_later') =>
      app.send(
        contract.updateInvoice,
        { params: { id }, body: { ...invoiceInput({ sendOption, notes: sendOption }), version: 1 } },
        { cookie },
      )
    expect((await change('email_now')).status).toBe(429)
    const read = await app.send(contract.getInvoice, { params: { id } }, { cookie })
    expect(await answerOf(contract.getInvoice, read)).toMatchObject({ version: 1, notes: '', sentAt: null })
    expect((await change('email_later')).status).toBe(200)
  })

  test('beyond the limit neither Email button mails, and the public one says nothing of the plan', async () => {
    const { id } = await makeInvoice(app, cookie)
    await useUp(50)
    expect((await email(id)).status).toBe(429)
    const refused = await emailFromOutside(id)
    expect(refused.status).toBe(429)
    expect((await problemOf(refused)).message).toBe(
      'This invoice can’t be emailed right now. Please try again in 30 minutes.',
    )
    expect(await countOf('mails')).toBe(0)
    expect(await usedUp()).toBe(50)
    expect(await usedUp(`invoice-mail:${businessId}:${id}`)).toBeUndefined()
  })

  test('many at once do not slip through', async () => {
    await useUp(47)
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await mailNow()).status))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3)
    expect(await countOf('mails')).toBeLessThanOrEqual(3)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  test('Pro allows 500', async () => {
    await setPlan(app, businessId, 'pro')
    await useUp(499)
    expect((await mailNow()).status).toBe(200)
    expect((await mailNow()).status).toBe(429)
  })

  test('what comes to nothing, or was made already, does not count', async () => {
    const requestId = randomUUID()
    expect((await mailNow(requestId)).status).toBe(200)
    expect((await mailNow(requestId)).status).toBe(200)
    expect(await usedUp()).toBe(1)
    await useUp(50)
    expect((await mailNow(requestId)).status).toBe(200)
    await useUp(1)
    const { enqueue } = app.deps.jobs
    app.deps.jobs.enqueue = async () => {
      throw new Error('the queue is broken')
    }
    try {
      expect((await mailNow()).status).toBe(500)
    } finally {
      app.deps.jobs.enqueue = enqueue
    }
    expect(await usedUp()).toBe(1)
  })

  test('an id that leads nowhere leaves no count behind', async () => {
    const id = randomUUID()
    expect((await email(id)).status).toBe(404)
    expect(await usedUp(`invoice-mail:${businessId}:${id}`)).toBeUndefined()
    expect(await usedUp()).toBeUndefined()
  })
})

describe.each([
  ['the owner', (id: string) => email(id)],
  ['whoever has the link', (id: string) => emailFromOutside(id)],
])('mailed by %s', (_who, mail) => {
  test('while it is being deleted, an invoice is not there', async () => {
    const { id } = await makeInvoice(app, cookie)
    const answer = await withTenant(app.database, businessId, async ({ client }) => {
      await client.query('delete from invoices where id = $1', [id])
      const underWay = mail(id)
      await waitForLock(app.url)
      return { underWay }
    })
    const { status } = await answer.underWay
    expect(status).toBe(404)
    expect(await countOf('mails')).toBe(0)
    expect(await usedUp()).toBe(0)
  })

  test('while it is being changed, an invoice is mailed as it then stands', async () => {
    const { id } = await makeInvoice(app, cookie, { client: clientInput({ email: 'old@example.com' }) })
    const answer = await withTenant(app.database, businessId, async ({ client }) => {
      await client.query(
        `update invoices set client_email = 'new@example.com', notes = 'New' where id = $1`,
        [id],
      )
      const underWay = mail(id)
      await waitForLock(app.url)
      return { underWay }
    })
    expect((await answer.underWay).status).toBe(200)
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query(`select to_address, attachment #>> '{facts,document,notes}' as notes from mails`),
    )
    expect(rows).toEqual([{ to_address: 'new@example.com', notes: 'New' }])
  })
})
