import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EstimateOwner,
  createEstimateApp,
  estimateInput,
  signUpToEstimate,
} from '../../../test/support/fixtures/estimates.ts'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { numberInSequence } from '../../../test/support/fixtures/numbers.ts'
import { seriesContent } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import { queryTenant } from '../../platform/db/transaction.ts'
import * as contract from './contract.ts'

let world: Awaited<ReturnType<typeof createEstimateApp>>
let app: TestApp
let owner: EstimateOwner
beforeAll(async () => {
  world = await createEstimateApp()
  app = world.app
})
beforeEach(async () => {
  world.setClock()
  owner = await signUpToEstimate(app)
})
afterAll(() => app.close())

describe('creating an estimate', () => {
  test('keeps what was entered, with the totals of the calculator, and saves the client', async () => {
    const made = await owner.make()
    expect(made).toMatchObject({
      number: made.id.slice(0, 8).toUpperCase(),
      version: 1,
      status: 'open',
      issueDate: '2026-11-15',
      validUntil: '2026-12-15',
      totalMinor: 169_811,
      leftMinor: 169_811,
      invoices: [],
      decision: null,
      sentAt: null,
      content: { client: { id: expect.any(String), name: 'Test Client' } },
      document: {
        status: 'pending',
        amountDueMinor: 0,
        estimate: { validUntil: '2026-12-15', status: 'open', accepted: null },
      },
    })
    expect(await owner.read(made)).toEqual(made)
  })

  test('with the same request ten times at once makes one, and one email', async () => {
    const body = { ...estimateInput({ sendOption: 'email_now' }), requestId: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () =>
        answerOf(contract.createEstimate, await app.send(contract.createEstimate, { body }, owner)),
      ),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await owner.mails()).toMatchObject([{ kind: 'estimate', to: 'client@example.com' }])
  })

  test('more than ten a month is possible on the Free plan', async () => {
    for (let count = 0; count < 12; count++) await owner.make()
    const invoice = await owner.invoice(await owner.make())
    expect(invoice.estimateId).not.toBeNull()
  })

  test.each([
    [{ validUntil: '2026-11-14' }, 'validUntil', 'This is before the issue date.'],
    [{ issueDate: '2026-02-30' }, 'issueDate', 'Please choose an issue date.'],
    [
      { content: seriesContent({ client: clientInput({ name: ' ' }) }) },
      'content.client.name',
      'Please enter the client’s company name.',
    ],
    [
      { content: seriesContent({ logoId: randomUUID() }) },
      'content.logoId',
      'This logo no longer exists. Please upload it again.',
    ],
  ])('with %j is refused at the field %s', async (change, field, message) => {
    const body = { ...estimateInput(change), requestId: randomUUID() }
    const refusal = await owner.refusalOf(await app.send(contract.createEstimate, { body }, owner))
    expect(refusal).toMatchObject({ status: 422, fields: { [field]: message } })
  })

  test('while invoices are in sequence draws numbers from a sequence of its own', async () => {
    await numberInSequence(app, owner.cookie, { withYear: true })
    const made = await Promise.all([1, 2, 3].map(() => owner.make()))
    expect(made.map(({ number }) => number).toSorted()).toEqual([
      'EST-2026-0001',
      'EST-2026-0002',
      'EST-2026-0003',
    ])
    const [first] = made
    expect((await owner.invoice(first!)).number).toBe('INV-2026-0001')
  })
})

describe('changing an estimate', () => {
  test('needs the version that it is based on', async () => {
    const made = await owner.make()
    const change = { content: seriesContent({ charge: { kind: 'amount', amountMinor: 5000 } }) }
    const changed = await answerOf(contract.updateEstimate, await owner.update(made, change))
    expect(changed).toMatchObject({ version: 2, totalMinor: 5000, leftMinor: 5000 })
    expect(await owner.refusalOf(await owner.update(made))).toMatchObject({
      status: 409,
      code: 'CHANGED_ELSEWHERE',
    })
  })

  test('emails one that was not sent yet, if that is wanted, and not again', async () => {
    const made = await owner.make()
    const sent = await answerOf(
      contract.updateEstimate,
      await owner.update(made, { sendOption: 'email_now' }),
    )
    expect(sent.sentAt).not.toBeNull()
    await owner.update(sent, { sendOption: 'email_now' })
    expect(await owner.mails()).toHaveLength(1)
  })

  test('is not possible once it has an answer', async () => {
    const made = await owner.make()
    const accepted = await answerOf(contract.markEstimate, await owner.mark(made, 'accept'))
    expect(accepted).toMatchObject({ status: 'accepted', decision: { by: 'owner', decision: 'accept' } })
    expect(await owner.refusalOf(await owner.update(accepted))).toMatchObject({
      code: 'ESTIMATE_DECIDED',
      message: 'This estimate was accepted, so it can’t be changed. Duplicate it to send another one.',
    })
  })
})

describe('a mark by hand', () => {
  test('can be taken back until there is an invoice', async () => {
    const made = await owner.make()
    const declined = await answerOf(contract.markEstimate, await owner.mark(made, 'decline'))
    const open = await answerOf(contract.markEstimate, await owner.mark(declined, 'reopen'))
    expect(open).toMatchObject({ status: 'open', decision: null, version: 3 })
    await owner.invoice(open)
    const refusal = await owner.refusalOf(await owner.mark(await owner.read(open), 'reopen'))
    expect(refusal).toMatchObject({ code: 'ESTIMATE_INVOICED' })
  })

  test('does not replace the answer of the client', async () => {
    const made = await owner.make()
    await owner.answer(made, { decision: 'decline' })
    const refusal = await owner.refusalOf(await owner.mark(await owner.read(made), 'accept'))
    expect(refusal).toMatchObject({
      code: 'ESTIMATE_DECIDED',
      message: 'This estimate was declined on Nov 15, 2026.',
    })
  })
})

test('a copy is open, dated today, and valid for as many days', async () => {
  const made = await owner.make({ sendOption: 'email_now' })
  await owner.answer(made)
  world.setClock('2027-03-01T12:00:00Z')
  const copy = await answerOf(
    contract.duplicateEstimate,
    await app.send(contract.duplicateEstimate, { params: { id: made.id } }, owner),
  )
  expect(copy).toMatchObject({
    status: 'open',
    version: 1,
    issueDate: '2027-03-01',
    validUntil: '2027-03-31',
    totalMinor: made.totalMinor,
    sentAt: null,
    decision: null,
    content: made.content,
  })
  expect(copy.number).not.toBe(made.number)
})

describe('deleting an estimate', () => {
  const remove = ({ id }: { id: string }) =>
    app.send(contract.deleteEstimate, { params: { id } }, { cookie: owner.cookie })

  test('removes it, and its emails stay', async () => {
    const made = await owner.make({ sendOption: 'email_now' })
    expect((await remove(made)).status).toBe(204)
    expect((await remove(made)).status).toBe(404)
    expect(await owner.mails()).toMatchObject([{ kind: 'estimate' }])
  })

  test('is refused while there are invoices of it', async () => {
    const made = await owner.make()
    await owner.invoice(made)
    expect(await owner.refusalOf(await remove(made))).toMatchObject({
      status: 409,
      code: 'ESTIMATE_INVOICED',
      message: 'Invoices were created from this estimate, so it can’t be deleted.',
    })
  })
})

describe('the list', () => {
  test('has newest issue dates first, and tells expired ones from open ones by the date of the business', async () => {
    const late = await signUpToEstimate(app, 'Pacific/Auckland')
    const dates = { issueDate: '2026-11-01', validUntil: '2026-11-15' }
    const [old, fresh] = [await late.make(dates), await late.make()]
    world.setClock('2026-11-15T10:59:00Z')
    expect((await late.list()).estimates.map(({ id, status }) => [id, status])).toEqual([
      [fresh.id, 'open'],
      [old.id, 'open'],
    ])
    // Midnight in Auckland.
    world.setClock('2026-11-15T11:00:00Z')
    expect((await late.list({ status: 'expired' })).estimates.map(({ id }) => id)).toEqual([old.id])
    expect((await late.list({ status: 'open' })).estimates.map(({ id }) => id)).toEqual([fresh.id])
    expect((await late.read(old)).status).toBe('expired')
  })

  test('says what is left to invoice', async () => {
    const made = await owner.make()
    await owner.invoice(made, { part: { kind: 'percentage', percentage: 50_000 } })
    const { leftMinor } = await owner.read(made)
    expect((await owner.list({ status: 'accepted' })).estimates).toMatchObject([
      { id: made.id, hasInvoices: true, leftMinor, decidedAt: '2026-11-15T12:00:00.000Z' },
    ])
  })

  test('goes through pages of 50 and back', async () => {
    await addRows(owner.businessId, 120)
    const first = await owner.list()
    const second = await owner.list({ after: first.next! })
    const third = await owner.list({ after: second.next! })
    expect([first, second, third].map(({ estimates }) => estimates.length)).toEqual([50, 50, 20])
    expect(third.next).toBeNull()
    const back = await owner.list({ before: second.previous! })
    expect(back.estimates).toEqual(first.estimates)
    const all = [first, second, third].flatMap(({ estimates }) => estimates.map(({ id }) => id))
    expect(new Set(all).size).toBe(120)
  })

  test('is searched by name, by the beginning of a number and by amount', async () => {
    const charge = { kind: 'amount', amountMinor: 123_456 } as const
    const client = clientInput({ name: 'Café Zürich', email: 'cafe@example.com' })
    const found = await owner.make({ content: seriesContent({ charge, client }) })
    await owner.make()
    const idsOf = async (search: string) => (await owner.list({ search })).estimates.map(({ id }) => id)
    expect(await idsOf('fé zü')).toEqual([found.id])
    expect(await idsOf(found.number.slice(0, 6).toLowerCase())).toEqual([found.id])
    expect(await idsOf('1,234.56')).toEqual([found.id])
    expect(await idsOf('nothing like it')).toEqual([])
  })

  test('finds a name that more than a thousand have, page by page', async () => {
    await addRows(owner.businessId, 1100)
    const first = await owner.list({ search: 'frequent' })
    expect(first.estimates).toHaveLength(50)
    expect((await owner.list({ search: 'frequent', after: first.next! })).estimates).toHaveLength(50)
    expect((await owner.list({ search: 'frequent', status: 'accepted' })).estimates).toEqual([])
  })

  async function addRows(businessId: string, count: number) {
    await queryTenant(app.database, businessId, {
      text: `insert into estimates (business_id, number, created_by, client_name, client_email, issue_date, valid_until,
               currency, locale, total_minor, content, send_option)
             select $1, 'N' || n, $1, 'Frequent', 'f@example.com', date '2026-01-01' + n % 90, date '2027-01-01', 'USD', 'en-US', n,
               '{}', 'email_later' from generate_series(1, $2::int) n`,
      values: [businessId, String(count)],
    })
  }
})
