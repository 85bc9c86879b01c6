import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '../../../../test/support/add-member.ts'
import { estimateInput } from '../../../../test/support/fixtures/estimates.ts'
import { clientInput, invoiceInput } from '../../../../test/support/fixtures/invoice-input.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { seriesContent, seriesInput } from '../../../../test/support/fixtures/recurring.ts'
import { givePlan, mailsTo, signUpToLead } from '../../../../test/support/fixtures/team.ts'
import { addTransactionRows } from '../../../../test/support/fixtures/transaction-rows.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { permissions, roles } from '../../../shared/roles.ts'
import { getSession } from '../../auth/contract.ts'
import { createMemberObjection, readerGone } from '../../comments/member-objection.ts'
import { createCreditNote } from '../../credit-notes/contract.ts'
import { createEstimate, invoiceEstimate } from '../../estimates/contract.ts'
import { matchTransactions } from '../../matching/match-transactions.ts'
import { recordPayment } from '../../payments/contract.ts'
import { createSeries } from '../../recurring/contract.ts'
import { makeDueInvoices } from '../../recurring/make-due-invoices.ts'
import { removeMember } from '../../team/contract.ts'
import { isShownToClient } from '../client/shown-to-client.ts'
import * as invoices from '../contract.ts'
import type { InvoiceInput } from '../document/input-rules.ts'
import * as open from '../public/contract.ts'
import { approvalMailKinds, mailApproval } from './approval-mails.ts'
import * as contract from './contract.ts'

const clock = { now: new Date('2026-11-20T12:00:00Z') }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => clock.now })
})
afterAll(() => app.close())

type Who = { cookie: string }
let owner: Who & { businessId: string; userId: string; email: string }
let bookkeeper: Who & { userId: string }
beforeEach(async () => {
  clock.now = new Date('2026-11-20T12:00:00Z')
  owner = await signUpToLead(app)
  bookkeeper = await addMember(app, owner.businessId, 'bookkeeper')
  await setLimit(500_00)
})

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  withTenant(
    app.database,
    owner.businessId,
    async ({ client }) => (await client.query<Row>(text, values)).rows,
  )
const setLimit = async (aboveMinor: number | null, who: Who = owner) =>
  answerOf(
    contract.saveApprovalLimit,
    await app.send(contract.saveApprovalLimit, { body: { aboveMinor } }, who),
  )
const asking = (amountMinor: number, overrides: Partial<InvoiceInput> = {}) =>
  invoiceInput({ charge: { kind: 'amount', amountMinor }, sendOption: 'email_now', ...overrides })
const make = async (who: Who, amountMinor: number, overrides: Partial<InvoiceInput> = {}) => {
  const body = { ...asking(amountMinor, overrides), requestId: randomUUID() }
  return answerOf(invoices.createInvoice, await app.send(invoices.createInvoice, { body }, who))
}
const save = (
  who: Who,
  { id, version }: { id: string; version: number },
  amountMinor: number,
  overrides: Partial<InvoiceInput> = {},
) =>
  app.send(
    invoices.updateInvoice,
    { params: { id }, body: { ...asking(amountMinor, overrides), version } },
    who,
  )
const saved = async (...given: Parameters<typeof save>) =>
  answerOf(invoices.updateInvoice, await save(...given))
const approve = (who: Who, { id, version }: { id: string; version: number }) =>
  app.send(contract.approveInvoice, { params: { id }, body: { version } }, who)
const approved = async (invoice: { id: string; version: number }) =>
  answerOf(contract.approveInvoice, await approve(owner, invoice))
const sendBack = (who: Who, { id, version }: { id: string; version: number }, note = 'The rate is wrong.') =>
  app.send(contract.sendBackInvoice, { params: { id }, body: { version, note } }, who)
const read = async ({ id }: { id: string }) =>
  answerOf(invoices.getInvoice, await app.send(invoices.getInvoice, { params: { id } }, owner))
const codeOf = async (response: Response) =>
  response.ok ? response.status : (await problemOf(response)).code
const clientMails = () =>
  sql<{ invoice_id: string }>(`select invoice_id from mails where kind = 'invoice' order by created_at`)
const kindsOf = async ({ id }: { id: string }) =>
  (
    await sql<{ kind: string }>('select kind from invoice_events where invoice_id = $1 order by at, kind', [
      id,
    ])
  ).map(({ kind }) => kind)
const addressOf = async (who: Who) =>
  (await answerOf(getSession, await app.send(getSession, {}, who))).session!.user.email
/** Runs the jobs for all events so far, twice, as a queue may. */
async function mail() {
  const events = await sql<{ id: string }>(
    `select id from invoice_events where kind in ('approval-asked', 'approved', 'sent-back') order by at`,
  )
  for (const { id } of [...events, ...events]) {
    await mailApproval(app.deps, { businessId: owner.businessId, eventId: id })
  }
}
const isOurs = (kind: string) => (Object.values(approvalMailKinds) as string[]).includes(kind)
const approvalMailsTo = async (who: Who) =>
  (await mailsTo(app, await addressOf(who))).filter(({ kind }) => isOurs(kind)).map(({ subject }) => subject)

describe('an invoice above the amount', () => {
  test('waits, and nothing of it reaches the client', async () => {
    const invoice = await make(bookkeeper, 500_01, { sendReminder: true })
    expect(invoice).toMatchObject({ approval: 'waiting', sentAt: null, canBeCredited: false })
    expect(await clientMails()).toEqual([])
    expect(await kindsOf(invoice)).toEqual(['approval-asked', 'created'])
    const { id } = invoice
    const params = { id }
    for (const endpoint of [open.getPublicInvoice, open.getInvoicePdf, open.listPublicAttachments] as const) {
      expect((await app.send(endpoint, { params })).status).toBe(404)
    }
    expect(await codeOf(await app.send(open.emailPublicInvoice, { params }))).toBe('NOT_FOUND')
    for (const who of [owner, bookkeeper]) {
      expect(await codeOf(await app.send(invoices.emailInvoice, { params }, who))).toBe('APPROVAL_NEEDED')
    }
    const payment = {
      amountMinor: 100,
      method: 'cash',
      receivedOn: '2026-11-20',
      note: '',
      requestId: randomUUID(),
      sendReceipt: true,
    } as const
    expect(await codeOf(await app.send(recordPayment, { params, body: payment }, bookkeeper))).toBe(
      'APPROVAL_NEEDED',
    )
    const credit = { credit: { kind: 'rest' }, reason: '', send: true, requestId: randomUUID() } as const
    expect(await codeOf(await app.send(createCreditNote, { params, body: credit }, bookkeeper))).toBe(
      'APPROVAL_NEEDED',
    )
  })

  test('does not wait if it is not above it, or its author may approve, or none is set, or the plan is for one', async () => {
    const admin = await addMember(app, owner.businessId, 'admin')
    expect(await make(bookkeeper, 500_00)).toMatchObject({
      approval: null,
      sentAt: expect.any(String) as string,
    })
    for (const who of [owner, admin]) expect((await make(who, 9_000_00)).approval).toBeNull()
    await setLimit(null)
    expect((await make(bookkeeper, 9_000_00)).approval).toBeNull()
    await setLimit(0)
    await givePlan(app, owner.businessId, 'pro')
    expect((await make(owner, 9_000_00)).approval).toBeNull()
    const refused = await app.send(contract.saveApprovalLimit, { body: { aboveMinor: 1 } }, owner)
    expect(await codeOf(refused)).toBe('PLAN_REQUIRED')
    // What is set can be taken back on any plan.
    expect(await setLimit(null)).toEqual({ aboveMinor: null, currency: 'USD' })
  })

  test('is emailed once when it is approved, by one of two who press at once', async () => {
    const admin = await addMember(app, owner.businessId, 'admin')
    const invoice = await make(bookkeeper, 600_00)
    const answers = await Promise.all([approve(owner, invoice), approve(admin, invoice)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const after = await approved(invoice)
    expect(after).toMatchObject({ approval: null, sentAt: expect.any(String) as string })
    expect(await clientMails()).toEqual([{ invoice_id: invoice.id }])
    expect((await kindsOf(invoice)).filter((kind) => kind === 'approved')).toHaveLength(1)
    expect((await app.send(open.getPublicInvoice, { params: { id: invoice.id } })).status).toBe(200)
  })

  test('is approved as it was read', async () => {
    const invoice = await make(bookkeeper, 600_00)
    const changed = await saved(bookkeeper, invoice, 90_000_00)
    expect(await codeOf(await approve(owner, invoice))).toBe('CHANGED_ELSEWHERE')
    expect(await codeOf(await sendBack(owner, invoice))).toBe('CHANGED_ELSEWHERE')
    for (const who of [bookkeeper, await addMember(app, owner.businessId, 'sales')]) {
      expect(await codeOf(await approve(who, changed))).toBe('FORBIDDEN')
      expect(await codeOf(await sendBack(who, changed))).toBe('FORBIDDEN')
    }
    expect((await approved(changed)).approval).toBeNull()
    expect(await codeOf(await sendBack(owner, changed))).toBe('NOT_WAITING')
  })

  test('is sent back with a note, and waits again once it was saved', async () => {
    const invoice = await make(bookkeeper, 600_00)
    expect(await codeOf(await sendBack(owner, invoice, ' '))).toBe('VALIDATION_FAILED')
    const back = await answerOf(contract.sendBackInvoice, await sendBack(owner, invoice))
    expect(back.approval).toBe('returned')
    expect(await codeOf(await sendBack(owner, back))).toBe('NOT_WAITING')
    // A form that was open meanwhile does not go over the note.
    expect(await codeOf(await save(bookkeeper, invoice, 600_00))).toBe('CHANGED_ELSEWHERE')
    const params = { id: invoice.id }
    expect(await codeOf(await app.send(invoices.emailInvoice, { params }, bookkeeper))).toBe(
      'APPROVAL_NEEDED',
    )
    const state = async () =>
      answerOf(
        contract.getInvoiceApproval,
        await app.send(contract.getInvoiceApproval, { params }, bookkeeper),
      )
    expect(await state()).toMatchObject({
      approval: 'returned',
      asked: { who: 'Test bookkeeper' },
      sentBack: { who: 'Olivia Owner', note: 'The rate is wrong.' },
    })
    const again = await saved(bookkeeper, back, 600_00)
    expect(again.approval).toBe('waiting')
    expect(await state()).toMatchObject({ approval: 'waiting', sentBack: null })
    // Nobody has to approve less, and then it is sent as its author chose.
    expect(await saved(bookkeeper, again, 400_00)).toMatchObject({
      approval: null,
      sentAt: expect.any(String) as string,
    })
    expect(await clientMails()).toHaveLength(1)
    expect(await kindsOf(invoice)).not.toContain('approved')
    expect(await state()).toEqual({ approval: null, asked: null, sentBack: null })
  })

  test('is approved by saving it, if the member may approve', async () => {
    const invoice = await make(bookkeeper, 600_00)
    expect(await saved(owner, invoice, 700_00)).toMatchObject({
      approval: null,
      sentAt: expect.any(String) as string,
    })
    expect(await clientMails()).toHaveLength(1)
    expect(await kindsOf(invoice)).toContain('approved')
  })

  test('stays approved while it asks the same client for no more', async () => {
    const invoice = await approved(await make(bookkeeper, 600_00, { sendOption: 'email_later' }))
    expect(invoice.sentAt).toBeNull()
    const later = { sendOption: 'email_later' } as const
    const worded = await saved(bookkeeper, invoice, 600_00, { ...later, notes: 'Thank you.' })
    expect(worded.approval).toBeNull()
    const { client } = await read(invoice)
    const moved = await saved(bookkeeper, worded, 600_00, {
      ...later,
      client: clientInput({ id: client.id, email: 'other@example.com' }),
    })
    expect(moved.approval).toBe('waiting')
    const ready = await approved(moved)
    expect((await saved(bookkeeper, ready, 600_01, later)).approval).toBe('waiting')
  })

  test('that the client has is not raised by those who may not approve', async () => {
    const invoice = await make(bookkeeper, 400_00)
    expect(invoice.sentAt).not.toBeNull()
    expect(await codeOf(await save(bookkeeper, invoice, 600_00))).toBe('APPROVAL_NEEDED')
    expect(await read(invoice)).toMatchObject({ approval: null, version: invoice.version, openMinor: 400_00 })
    const handedOver = await make(bookkeeper, 400_00, { sendOption: 'do_not_send' })
    expect(await codeOf(await save(bookkeeper, handedOver, 600_00))).toBe('APPROVAL_NEEDED')
    expect((await saved(bookkeeper, invoice, 450_00)).approval).toBeNull()
    expect((await saved(owner, await read(invoice), 600_00)).approval).toBeNull()
  })

  test('that is handed over otherwise is planned from the day it is approved', async () => {
    const invoice = await make(bookkeeper, 600_00, {
      issueDate: '2026-10-01',
      dueDate: '2026-10-31',
      sendOption: 'do_not_send',
      sendReminder: true,
    })
    const planned = () =>
      sql<{ at: Date | null; since: Date; shown: boolean }>(
        'select next_reminder_at as at, reminders_since as since, reminded_at is not null as shown from invoices where id = $1',
        [invoice.id],
      )
    expect(await planned()).toMatchObject([{ at: null }])
    clock.now = new Date('2026-11-22T12:00:00Z')
    await approved(invoice)
    const [row] = await planned()
    expect(row?.since).toEqual(clock.now)
    expect(row?.at === null || row!.at > clock.now).toBe(true)
  })

  test('is not shown to its client, and no bank transaction pays it', async () => {
    const invoice = await make(bookkeeper, 600_00, { sendOption: 'do_not_send' })
    await addTransactionRows(app.database, owner.businessId, [
      { description: `Payment ${invoice.number}`, amountMinor: 600_00, isIncome: true, date: '2026-11-20' },
    ])
    const state = async () => {
      await matchTransactions(app.deps, owner.businessId)
      return sql(`select ${isShownToClient} as shown, status from invoices where id = $1`, [invoice.id])
    }
    expect(await state()).toEqual([{ shown: false, status: 'pending' }])
    await approved(invoice)
    expect(await state()).toEqual([{ shown: true, status: 'paid' }])
  })

  test('in another currency is converted, and waits where there is no rate', async () => {
    await sql(
      `insert into exchange_rates (business_id, currency, day, rate, created_by)
      values ($1, 'CHF', '2026-11-01', 2, $2)`,
      [owner.businessId, owner.userId],
    )
    expect((await make(bookkeeper, 250_00, { currency: 'CHF' })).approval).toBeNull()
    expect((await make(bookkeeper, 250_01, { currency: 'CHF' })).approval).toBe('waiting')
    expect((await make(bookkeeper, 1_00, { currency: 'UYU' })).approval).toBe('waiting')
  })

  test('is listed, the oldest first', async () => {
    const list = async () =>
      answerOf(contract.listWaitingInvoices, await app.send(contract.listWaitingInvoices, {}, bookkeeper))
    expect(await list()).toEqual({ invoices: [], count: 0 })
    const first = await make(bookkeeper, 600_00)
    clock.now = new Date('2026-11-20T12:00:01Z')
    const second = await make(bookkeeper, 700_00)
    await sendBack(owner, first)
    expect(await list()).toEqual({
      count: 2,
      invoices: [first, second].map(({ id, number }, index) => ({
        id,
        number,
        clientName: 'Test Client',
        currency: 'USD',
        totalMinor: 600_00 + index * 100_00,
        approval: index === 0 ? 'returned' : 'waiting',
        who: 'Test bookkeeper',
      })),
    })
    const page = await answerOf(
      invoices.listInvoices,
      await app.send(invoices.listInvoices, { query: {} }, bookkeeper),
    )
    expect(page.invoices.map(({ approval }) => approval).toSorted()).toEqual(['returned', 'waiting'])
  })
})

describe('however it is made', () => {
  test('a copy and the invoice of an estimate wait, too', async () => {
    const original = await make(owner, 600_00)
    const copy = await app.send(invoices.duplicateInvoice, { params: { id: original.id } }, bookkeeper)
    expect((await answerOf(invoices.duplicateInvoice, copy)).approval).toBe('waiting')
    const body = { ...estimateInput({ content: seriesContent() }), requestId: randomUUID() }
    const estimate = await answerOf(createEstimate, await app.send(createEstimate, { body }, bookkeeper))
    const made = await app.send(
      invoiceEstimate,
      {
        params: { id: estimate.id },
        body: { requestId: randomUUID(), part: { kind: 'rest' }, sendOption: 'email_now' },
      },
      bookkeeper,
    )
    expect(await answerOf(invoiceEstimate, made)).toMatchObject({ approval: 'waiting', sentAt: null })
    expect(await clientMails()).toEqual([{ invoice_id: original.id }])
  })

  test('a series waits with its first invoice, and again when it asks for more', async () => {
    const content = seriesContent({ charge: { kind: 'amount', amountMinor: 600_00 } })
    const body = {
      ...seriesInput({ startDate: '2026-11-21', sends: true, content }),
      requestId: randomUUID(),
    }
    await answerOf(createSeries, await app.send(createSeries, { body }, bookkeeper))
    const states = () =>
      sql<{ id: string; version: number; approval: string | null; sent: boolean }>(
        'select id, version, approval, sent_at is not null as sent from invoices order by series_period',
      )
    const makeAt = async (now: string) => {
      clock.now = new Date(now)
      await makeDueInvoices(app.deps)
      return states()
    }
    const [first] = await makeAt('2026-11-21T12:00:00Z')
    expect(first).toMatchObject({ approval: 'waiting', sent: false })
    await approved(first!)
    expect(await makeAt('2026-12-21T12:00:00Z')).toMatchObject([{}, { approval: null, sent: true }])
    await sql(
      `update recurring_series set content = jsonb_set(content, '{charge,amountMinor}', '60001'), total_minor = 60001`,
    )
    expect(await makeAt('2027-01-21T12:00:00Z')).toMatchObject([{}, {}, { approval: 'waiting', sent: false }])
    await mail()
    // The first one was approved before the job ran.
    expect(await approvalMailsTo(owner)).toHaveLength(1)
    expect(await approvalMailsTo(bookkeeper)).toHaveLength(1)
  })
})

describe('emails', () => {
  test('go to those who may approve, and then to the author, once each', async () => {
    const admin = await addMember(app, owner.businessId, 'admin')
    const sales = await addMember(app, owner.businessId, 'sales')
    const invoice = await make(bookkeeper, 600_00)
    const asked = `Invoice ${invoice.number} waits for your approval`
    await mail()
    for (const who of [owner, admin]) expect(await approvalMailsTo(who)).toEqual([asked])
    for (const who of [bookkeeper, sales]) expect(await approvalMailsTo(who)).toEqual([])
    const [first] = await mailsTo(app, owner.email)
    expect(first?.text).toContain('Test bookkeeper')
    expect(first?.text).toContain('$600.00')
    expect(first?.text).toContain(`/invoices/${invoice.id}?business=${owner.businessId}`)

    await sendBack(admin, invoice)
    await mail()
    expect(await approvalMailsTo(bookkeeper)).toEqual([`Invoice ${invoice.number} was sent back`])
    const [back] = await mailsTo(app, await addressOf(bookkeeper))
    expect(back?.text).toContain('The rate is wrong.')
    const again = await saved(bookkeeper, await read(invoice), 600_00)
    await approved(again)
    await mail()
    expect(await approvalMailsTo(bookkeeper)).toEqual([
      `Invoice ${invoice.number} was approved`,
      `Invoice ${invoice.number} was sent back`,
    ])
  })

  test('say nothing once it no longer waits, and nothing to a former member', async () => {
    const invoice = await make(bookkeeper, 600_00)
    const author = await addressOf(bookkeeper)
    await app.send(
      invoices.deleteInvoice,
      { params: { id: (await make(bookkeeper, 600_00)).id } },
      bookkeeper,
    )
    await app.send(removeMember, { params: { userId: bookkeeper.userId } }, owner)
    await approved(invoice)
    await mail()
    expect(await approvalMailsTo(owner)).toEqual([])
    expect((await mailsTo(app, author)).filter(({ kind }) => isOurs(kind))).toEqual([])
    const object = createMemberObjection(app)
    const about = { kind: approvalMailKinds.approved, businessId: owner.businessId }
    expect(await object({ ...about, toAddress: author })).toBe(readerGone)
    expect(await object({ ...about, toAddress: owner.email })).toBeNull()
  })
})

test('the database knows the same roles', async () => {
  for (const role of roles) {
    const rows = await sql<{ may: boolean }>('select platform.may_approve($1) as may', [role])
    expect([role, rows[0]?.may]).toEqual([
      role,
      (permissions['invoices.approve'] as readonly string[]).includes(role),
    ])
  }
})

test('what is stored without asking is not held', async () => {
  const id = await addInvoiceRow(app.database, owner.businessId, {
    totalMinor: 900_00,
    subtotalMinor: 900_00,
  })
  expect((await read({ id })).approval).toBeNull()
})
