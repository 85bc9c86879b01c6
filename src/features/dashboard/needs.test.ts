import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardOwner, openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'

const noon = '2026-11-16T12:00:00Z'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())
const open = () => openDashboard(testDatabase.database)
const needsAt = async (owner: DashboardOwner, moment = noon) => (await owner.readAt(moment)).needs

describe('overdue invoices', () => {
  test('the three that are so for the longest, and how many there are', async () => {
    const owner = await open()
    const dates = ['2026-11-15', '2026-11-16', '2026-03-31', '2025-12-31', '2026-11-14', '2026-12-01']
    await owner.addInvoices([
      ...dates.map((dueDate) => ({ dueDate })),
      { dueDate: '2024-01-01', status: 'paid' },
    ])
    const { overdue } = await needsAt(owner)
    expect(overdue.items.map(({ dueDate }) => dueDate)).toEqual(['2025-12-31', '2026-03-31', '2026-11-14'])
    expect(overdue.count).toBe(4)
  })

  test('tell when the last reminder left, and where the next one goes', async () => {
    const owner = await open()
    const remindedAt = new Date('2026-11-10T09:00:00.250Z')
    const id = await owner.addInvoice({ dueDate: '2026-11-01', clientEmail: 'late@example.com', remindedAt })
    const { overdue } = await needsAt(owner)
    expect(overdue.items).toEqual([
      {
        id,
        number: id.slice(0, 8).toUpperCase(),
        clientName: 'Test Client',
        clientEmail: 'late@example.com',
        dueDate: '2026-11-01',
        openMinor: 125_000,
        currency: 'USD',
        remindedAt: remindedAt.toISOString(),
        canRemind: true,
        isDisputed: false,
        isReminderPlanned: false,
      },
    ])
  })

  test.each([
    ['kept to be handed over', { sendOption: 'do_not_send' }, true],
    ['sent', { sendOption: 'email_later', sentAt: new Date(noon) }, true],
    ['not sent yet', { sendOption: 'email_later' }, false],
    ['without anything to pay', { subtotalMinor: 0, totalMinor: 0 }, false],
    [
      'of a client who says that it was paid',
      { remindersPausedAt: new Date(noon), remindersPausedBy: 'client' },
      true,
    ],
  ] as const)('for one %s', async (_, overrides, canRemind) => {
    const owner = await open()
    await owner.addInvoice({ dueDate: '2026-11-01', ...overrides })
    const { overdue } = await needsAt(owner)
    expect(overdue).toMatchObject({ items: [{ canRemind, remindedAt: null }], count: 1 })
  })
})

describe('the seven days', () => {
  test('invoices due today or in the six days after it, across the end of a month', async () => {
    const owner = await open()
    const dates = [
      '2026-12-03',
      '2026-11-27',
      '2026-12-04',
      '2026-12-01',
      '2026-11-26',
      '2026-11-28',
      '2026-11-30',
    ]
    await owner.addInvoices([
      ...dates.map((dueDate) => ({ dueDate })),
      { dueDate: '2026-11-29', status: 'paid' },
    ])
    const expected = {
      items: ['2026-11-27', '2026-11-28', '2026-11-30'].map((dueDate) =>
        expect.objectContaining({ dueDate }),
      ),
      count: 5,
    }
    expect((await needsAt(owner, '2026-11-27T12:00:00Z')).dueSoon).toEqual(expected)
    await owner.fold()
    expect((await needsAt(owner, '2026-11-27T12:00:00Z')).dueSoon).toEqual(expected)
    expect((await needsAt(owner, '2026-12-05T12:00:00Z')).dueSoon).toEqual({ items: [], count: 0 })
  })

  test('expenses dated in the seven days after today, across the end of a year', async () => {
    const owner = await open()
    const dates = ['2027-01-05', '2026-12-30', '2026-12-29', '2027-01-06', '2027-01-01', '2026-12-31']
    const stored = await owner.addExpenses(dates.map((date) => ({ date, notes: `Due ${date}` })))
    const expected = {
      items: ['2026-12-30', '2026-12-31', '2027-01-01'].map((day) => stored.find(({ date }) => date === day)),
      count: 4,
    }
    expect((await needsAt(owner, '2026-12-29T12:00:00Z')).bills).toEqual(expected)
    await owner.fold()
    expect((await needsAt(owner, '2026-12-29T12:00:00Z')).bills).toEqual(expected)
  })

  test('what is partly in the totals and partly not is counted once', async () => {
    const owner = await open()
    const [first] = await owner.addInvoices([{ dueDate: '2026-11-18' }, { dueDate: '2026-11-19' }])
    await owner.fold()
    await owner.addInvoices([{ dueDate: '2026-11-18' }])
    await owner.sql(`update invoices set due_date = '2026-12-24' where id = $1`, [first!.id])
    expect((await needsAt(owner)).dueSoon).toMatchObject({ items: [{}, {}], count: 2 })
  })
})

test('banks that want a new sign-in, three of them, the first connected first', async () => {
  const owner = await open()
  for (const institutionName of ['Third', 'First', 'Fourth', 'Second'])
    await owner.addConnection({ state: 'reconnect', institutionName })
  await owner.sql(`update bank_connections set created_at = date '2026-11-01'
    + array_position(array['First', 'Second', 'Third', 'Fourth'], institution_name)`)
  await owner.addConnection()
  await owner.addConnection({ state: 'disconnected' })
  await owner.addConnection({ state: 'reconnect', removedAt: new Date(noon) })
  const { banks } = await needsAt(owner)
  expect(banks.items.map(({ institutionName }) => institutionName)).toEqual(['First', 'Second', 'Third'])
  expect(banks.count).toBe(4)
})

describe('mails that failed', () => {
  const kindsOf = async (owner: DashboardOwner) =>
    (await needsAt(owner)).failedMails.items.map(({ kind, at }) => `${kind} ${at.slice(0, 10)}`)

  test('those to clients, the newest first, with whom they were for', async () => {
    const owner = await open()
    const invoiceId = await owner.addInvoice({ clientName: 'Harbor Books' })
    const id = await owner.addMail({ invoiceId, at: '2026-11-15T10:00:00.500Z' })
    await owner.addMail({ invoiceId, kind: 'payment', at: '2026-11-16T08:00:00Z' })
    await owner.addMail({ invoiceId: null, at: '2026-11-16T08:00:00Z' })
    expect((await needsAt(owner)).failedMails).toEqual({
      items: [
        {
          id,
          kind: 'invoice',
          invoiceId,
          invoiceNumber: invoiceId.slice(0, 8).toUpperCase(),
          clientId: null,
          clientName: 'Harbor Books',
          to: 'client@example.com',
          at: '2026-11-15T10:00:00.500Z',
        },
      ],
      count: 1,
    })
  })

  test('one for an invoice and kind, three in all, and how many there are', async () => {
    const owner = await open()
    for (const day of ['11', '12', '13', '14']) {
      const invoiceId = await owner.addInvoice({})
      await owner.addMail({ invoiceId, at: `2026-11-${day}T10:00:00Z` })
      await owner.addMail({ invoiceId, at: `2026-11-${day}T09:00:00Z` })
    }
    expect(await kindsOf(owner)).toEqual(['invoice 2026-11-14', 'invoice 2026-11-13', 'invoice 2026-11-12'])
    expect((await needsAt(owner)).failedMails.count).toBe(4)
  })

  test.each(['sent', 'queued', 'held'])('not one after which another of its kind was %s', async (state) => {
    const owner = await open()
    const invoiceId = await owner.addInvoice({})
    await owner.addMail({ invoiceId, at: '2026-11-14T10:00:00Z' })
    await owner.addMail({ invoiceId, state, kind: 'reminder', at: '2026-11-15T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['invoice 2026-11-14'])
    await owner.addMail({ invoiceId, state, at: '2026-11-15T11:00:00Z' })
    expect(await kindsOf(owner)).toEqual([])
    await owner.addMail({ invoiceId, at: '2026-11-16T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['invoice 2026-11-16'])
  })

  test('not those of more than 30 days ago', async () => {
    const owner = await open()
    const [late, early] = [await owner.addInvoice({}), await owner.addInvoice({})]
    await owner.addMail({ invoiceId: late, at: '2026-10-17T12:00:01Z' })
    await owner.addMail({ invoiceId: early, at: '2026-10-17T12:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['invoice 2026-10-17'])
  })

  test('of a paid invoice only the receipt', async () => {
    const owner = await open()
    const invoiceId = await owner.addInvoice({ status: 'paid', receivedMinor: 125_000 })
    for (const kind of ['invoice', 'reminder', 'receipt'])
      await owner.addMail({ invoiceId, kind, at: '2026-11-15T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['receipt 2026-11-15'])
  })

  test('a statement, once for its client, until a later one leaves', async () => {
    const owner = await open()
    const { rows } = await owner.sql(
      `insert into clients (business_id, company_name, email, created_by)
       values ($1, 'Harbor Books', 'client@example.com', $2) returning id`,
      [owner.identity.businessId, owner.identity.userId],
    )
    const clientId = rows[0]!.id
    const statement = { invoiceId: null, clientId, kind: 'statement' }
    await owner.addMail({ ...statement, at: '2026-11-13T10:00:00Z' })
    const id = await owner.addMail({ ...statement, at: '2026-11-14T10:00:00Z' })
    expect((await needsAt(owner)).failedMails).toEqual({
      items: [
        {
          id,
          kind: 'statement',
          invoiceId: null,
          invoiceNumber: null,
          clientId,
          clientName: 'Harbor Books',
          to: 'client@example.com',
          at: '2026-11-14T10:00:00.000Z',
        },
      ],
      count: 1,
    })
    await owner.addMail({ ...statement, state: 'queued', at: '2026-11-15T10:00:00Z' })
    expect((await needsAt(owner)).failedMails.count).toBe(0)
  })

  test('not a reminder that was stopped after it was made', async () => {
    const owner = await open()
    const invoiceId = await owner.addInvoice({
      remindersPausedAt: new Date('2026-11-15T12:00:00Z'),
      remindersPausedBy: 'client',
    })
    await owner.addMail({ invoiceId, kind: 'reminder', at: '2026-11-14T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual([])
    await owner.addMail({ invoiceId, kind: 'reminder', at: '2026-11-16T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['reminder 2026-11-16'])
  })

  test('not one that left by itself for an invoice that is to have none, but one of the owner', async () => {
    const owner = await open()
    const invoiceId = await owner.addInvoice({ sendReminder: false })
    const mailId = await owner.addMail({ invoiceId, kind: 'reminder', at: '2026-11-14T10:00:00Z' })
    expect(await kindsOf(owner)).toEqual(['reminder 2026-11-14'])
    await owner.sql(
      `insert into reminders (business_id, invoice_id, offset_days, state, is_automatic, mail_id, at)
       select business_id, id, 3, 'sent', true, $2, now() from invoices where id = $1`,
      [invoiceId, mailId],
    )
    expect(await kindsOf(owner)).toEqual([])
    await owner.sql('update invoices set send_reminder = true')
    expect(await kindsOf(owner)).toEqual(['reminder 2026-11-14'])
  })
})

test.each([
  ['pro', 'trialing', '2026-11-23T12:00:00.000Z', true],
  ['enterprise', 'trialing', '2026-11-16T12:00:00.001Z', true],
  ['pro', 'trialing', '2026-11-23T12:00:00.001Z', false],
  ['pro', 'trialing', '2026-11-16T12:00:00.000Z', false],
  ['pro', 'trialing', null, false],
  ['pro', 'active', '2026-11-18T12:00:00.000Z', false],
  ['free', 'trialing', '2026-11-18T12:00:00.000Z', false],
] as const)('a %s plan that is %s until %s', async (plan, status, endsAt, isNear) => {
  const owner = await open()
  await owner.subscribe(plan, status, endsAt)
  expect((await needsAt(owner)).trial).toEqual(isNear ? { plan, endsAt } : null)
})

test('disputed payments for which the bank waits for evidence, the nearest deadline first', async () => {
  const owner = await open()
  const id = await owner.addInvoice({ dueDate: '2026-12-01' })
  const [paid] = await owner.addPayments([{ invoiceId: id, method: 'card' }])
  const made = await owner.addDisputes(
    Array.from({ length: 5 }, () => ({ paymentId: paid!.id, amountMinor: 2500 })),
  )
  const days = [20, 18, 19, 25]
  for (const [index, day] of days.entries()) {
    await owner.sql('update disputes set needs_response = true, evidence_due_at = $2 where id = $1', [
      made[index]!.id,
      `2026-11-${day}T12:00:00Z`,
    ])
  }
  const { disputes } = await needsAt(owner)
  expect(disputes.count).toBe(4)
  expect(disputes.items.map(({ evidenceDueAt }) => evidenceDueAt?.slice(0, 10))).toEqual([
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
  ])
  expect(disputes.items[0]).toMatchObject({
    invoiceId: id,
    invoiceNumber: id.slice(0, 8).toUpperCase(),
    clientName: 'Test Client',
    amountMinor: 2500,
    url: 'https://cards.example',
  })
})
