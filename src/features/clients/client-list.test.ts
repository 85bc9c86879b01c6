import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, markPaid, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { rollUpMoneyOf, recountMoneyOf } from '../figures/money-totals.ts'
import * as contract from './contract.ts'

let app: TestApp
let cookie: string
let businessId: string
const now = new Date('2026-11-18T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  businessId = account.session.business.id
  await setPlan(app, businessId, 'pro')
})

type Query = Parameters<typeof app.send<typeof contract.listClientsWithSums>>[1]['query']

async function list(query: Query = {}) {
  return answerOf(
    contract.listClientsWithSums,
    await app.send(contract.listClientsWithSums, { query }, { cookie }),
  )
}

const charge = (amountMinor: number) => ({ kind: 'amount', amountMinor }) as const
const invoice = (name: string, amountMinor: number, dueDate: string, currency: 'USD' | 'EUR' = 'USD') =>
  makeInvoice(app, cookie, {
    client: clientInput({ name, email: `${name.toLowerCase()}@example.com` }),
    charge: charge(amountMinor),
    currency,
    dueDate,
    paymentTerms: 'custom',
  })

async function addClients(names: readonly string[]) {
  for (const name of names) {
    const client = {
      name,
      email: `${name.toLowerCase().replaceAll(' ', '-')}@example.com`,
      phone: '',
      address: '',
      contactName: '',
      currency: null,
    }
    await app.send(contract.createClient, { body: { client, noReminders: false } }, { cookie })
  }
}

describe('what each client owes', () => {
  const sums = async () =>
    (await list()).clients.map(({ companyName, owed, lastInvoiceOn }) => [companyName, owed, lastInvoiceOn])

  test('is by currency, the home currency first, and what is due today is not overdue', async () => {
    await invoice('Acme', 500, '2026-11-17')
    await invoice('Acme', 200, '2026-11-18')
    await invoice('Berg', 900, '2026-12-01', 'EUR')
    await invoice('Berg', 50, '2026-11-02')
    const { id } = await invoice('Paid', 40, '2026-11-02')
    await markPaid(app, businessId, id)
    const expected = [
      ['Acme', [{ currency: 'USD', openMinor: 700, overdueMinor: 500 }], '2026-11-01'],
      [
        'Berg',
        [
          { currency: 'USD', openMinor: 50, overdueMinor: 50 },
          { currency: 'EUR', openMinor: 900, overdueMinor: 0 },
        ],
        '2026-11-01',
      ],
      ['Paid', [], '2026-11-01'],
    ]
    expect(await sums()).toEqual(expected)
    // The same from the kept sums.
    await rollUpMoneyOf(app.deps, businessId)
    expect(await sums()).toEqual(expected)
  })

  test('is what a count of the invoices says after payments and changes, rolled up in between', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) {
      ids.push((await invoice(n % 2 ? 'Acme' : 'Berg', 100 + n, `2026-11-${16 + n}`)).id)
      if (n % 3 === 0) await rollUpMoneyOf(app.deps, businessId)
    }
    await markPaid(app, businessId, ids[1] ?? '')
    await markPaid(app, businessId, ids[2] ?? '')
    await rollUpMoneyOf(app.deps, businessId)
    const lines: unknown[] = []
    const log = { ...app.deps.log, error: (line: unknown) => lines.push(line) } as typeof app.deps.log
    await recountMoneyOf({ ...app.deps, log }, businessId)
    expect(lines).toEqual([])
    const { clients } = await list()
    expect(clients.map(({ companyName, owed }) => [companyName, owed])).toEqual([
      ['Acme', [{ currency: 'USD', openMinor: 103 + 105, overdueMinor: 0 }]],
      ['Berg', [{ currency: 'USD', openMinor: 100 + 104, overdueMinor: 100 }]],
    ])
    const { rows } = await withTenant(app.database, businessId, ({ client }) =>
      client.query('select minor, count from client_dues where count = 0 or minor = 0'),
    )
    expect(rows).toEqual([])
  })

  test('is mended at night when a change was lost', async () => {
    await invoice('Acme', 500, '2026-11-17')
    await withTenant(app.database, businessId, ({ client }) => client.query('delete from money_changes'))
    expect((await list()).clients[0]?.owed).toEqual([])
    await recountMoneyOf(app.deps, businessId)
    expect((await list()).clients[0]?.owed).toEqual([{ currency: 'USD', openMinor: 500, overdueMinor: 500 }])
  })
})

describe('the pages', () => {
  test('show every client once, forward and back, in any case', async () => {
    const names = Array.from({ length: 120 }, (_, n) => `${n % 2 ? 'x' : 'X'} ${String(n).padStart(3, '0')}`)
    await addClients(names)
    const first = await list()
    const second = await list({ after: first.next ?? '' })
    const third = await list({ after: second.next ?? '' })
    const seen = [first, second, third].flatMap(({ clients }) =>
      clients.map(({ companyName }) => companyName),
    )
    expect(seen).toEqual(names)
    expect([first.previous, third.next]).toEqual([null, null])
    const back = await list({ before: third.previous ?? '' })
    expect(back.clients).toEqual(second.clients)
    const start = await list({ before: second.previous ?? '' })
    expect(start).toEqual(first)
  })

  test('refuse a position that no list has given, and two at once', async () => {
    for (const query of [{ after: 'nonsense' }, { after: 'YQ', before: 'YQ' }]) {
      const response = await app.send(contract.listClientsWithSums, { query }, { cookie })
      expect(response.status).toBe(422)
    }
  })

  test('are searched by name, contact and address', async () => {
    await addClients(['Mill Works', 'Bakery'])
    const found = async (search: string) =>
      (await list({ search })).clients.map(({ companyName }) => companyName)
    expect(await found('MILL')).toEqual(['Mill Works'])
    expect(await found('bakery@')).toEqual(['Bakery'])
    expect(await found('%')).toEqual([])
  })
})

test('the views show who owes, and who is archived', async () => {
  await invoice('Acme', 500, '2026-11-17')
  await invoice('Berg', 50, '2026-11-02')
  await addClients(['Calm'])
  const all = await list()
  const [acme] = all.clients
  expect(acme?.companyName).toBe('Acme')
  await app.send(
    contract.archiveClient,
    { params: { id: acme?.id ?? '' }, body: { archived: true } },
    { cookie },
  )
  const names = async (view: 'active' | 'owing' | 'archived') =>
    (await list({ view })).clients.map(({ companyName }) => companyName)
  expect(await names('active')).toEqual(['Berg', 'Calm'])
  expect(await names('owing')).toEqual(['Acme', 'Berg'])
  expect(await names('archived')).toEqual(['Acme'])
  await rollUpMoneyOf(app.deps, businessId)
  expect(await names('owing')).toEqual(['Acme', 'Berg'])
})
