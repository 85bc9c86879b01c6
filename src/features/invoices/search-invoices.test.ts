import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { walkPages } from '../../../test/support/walk-pages.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { RequestOf } from '../../shared/endpoint.ts'
import { listInvoices } from './contract.ts'
import { businessScope } from './numbers/number-rules.ts'

type Query = NonNullable<RequestOf<typeof listInvoices>['query']>

// More than are ever looked at one by one: what is rare is beyond them, and some is frequent at the top alone.
const count = 6600
const rare = new Map([
  [0, 'Zwölf & Söhne'],
  [1, '100% Wool_Mill'],
  [2, 'İstanbul Çay'],
  [3, 'Quartz'],
  [4, 'QUARTZ two'],
  [6000, 'Quartz three'],
  [9, 'Newcomer of old'],
])
const nameOf = (n: number) =>
  rare.get(n) ??
  (n % 50 === 7 && n > count - 900 ? 'Newcomer' : n % 80 === 0 ? 'Seldom Ltd' : `Client ${n % 29}`)

let app: TestApp
let mine: Awaited<ReturnType<typeof signUpWithMany>>
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-15T12:00:00Z') })
  mine = await signUpWithMany()
})
afterAll(() => app.close())

/** The first ones are the oldest, at the end of the list. Every fourth is paid. */
async function signUpWithMany() {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into invoices (business_id, id, number, created_by, company_name, company_email, client_name,
         client_email, issue_date, due_date, payment_terms, subtotal_minor, discount_minor, tax_minor, fees_minor,
         total_minor, received_minor, status, paid_at, send_option, send_reminder)
       select $1, id, upper(left(id::text, 8)), $1, 'Co', 'co@example.com', name, 'client@example.com', due, due, 'custom', 100, 0, 0, 0,
         100, case when n % 4 = 0 then 100 else 0 end, case when n % 4 = 0 then 'paid' else 'pending' end,
         case when n % 4 = 0 then now() end, 'do_not_send', false
       from (
         -- An odd factor visits every number of seven digits once, so no two invoices share one. None begins with a digit
         -- that a running number below begins with.
         select ('e' || lpad(to_hex(n * 2654435761 % 268435456), 7, '0') || substr(gen_random_uuid()::text, 9))::uuid as id, name, date '2025-01-01' + (n / 8)::integer as due, n - 1 as n
         from unnest($2::text[]) with ordinality as given (name, n)) rows`,
      [businessId, Array.from({ length: count }, (_, n) => nameOf(n))],
    ),
  )
  const rows = await queryTenant<{ key: string; name: string; status: string; due: string }>(
    app.database,
    businessId,
    {
      text: `select due_date || ' ' || id as key, lower(client_name) as name, status, due_date::text as due from invoices
             order by due_date desc, id desc`,
    },
  )
  const read = async (query: Query) =>
    answerOf(listInvoices, await app.send(listInvoices, { query }, { cookie }))
  return { businessId, rows, read }
}

function isOf(status: Query['status'], row: { status: string; due: string }): boolean {
  if (status === undefined || status === 'all') return true
  if (status === 'paid' || row.status === 'paid') return status === row.status
  return status === (row.due < '2026-11-15' ? 'overdue' : 'pending')
}

const needles = [
  'quartz',
  'QUARTZ T',
  'seldom',
  'q',
  'zw',
  'ö',
  'öl',
  'söhne',
  '%',
  '_',
  '0% w',
  'ç',
  'nobody',
  'qz',
  'client 17',
  'newcomer',
]

describe('beyond those that are looked at one by one,', () => {
  test.each(needles)(
    'every invoice with “%s” in its name is found once, in order, forwards and back',
    async (search) => {
      const { rows: lowered } = await app.database.platform.query<{ needle: string }>(
        'select lower($1) as needle',
        [search],
      )
      const { needle } = lowered[0]!
      for (const status of ['all', 'paid', 'pending', 'overdue'] as const) {
        const expected = mine.rows.filter((row) => row.name.includes(needle) && isOf(status, row))
        const pages = await walkPages(
          (cursor) => mine.read({ search, status, ...cursor }),
          ({ invoices }) => invoices.map(({ dueDate, id }) => `${dueDate} ${id}`),
        )
        expect([status, pages.flat()]).toEqual([status, expected.map(({ key }) => key)])
      }
    },
  )

  test('a name that changes is found by the new one alone', async () => {
    const row = mine.rows.find(({ name }) => name.startsWith('100%'))
    const rename = (name: string) =>
      queryTenant(app.database, mine.businessId, {
        text: `update invoices set client_name = $2 where id = $1`,
        values: [row!.key.split(' ')[1], name],
      })
    await rename('Xylem')
    expect((await mine.read({ search: '100%' })).invoices).toEqual([])
    expect((await mine.read({ search: 'xyl' })).invoices).toMatchObject([{ clientName: 'Xylem' }])
    await rename('100% Wool_Mill')
  })
})

test('an amount that every invoice has finds each of them once, in order, forwards and back', async () => {
  const expected = mine.rows.filter((row) => isOf('paid', row))
  const pages = await walkPages(
    (cursor) => mine.read({ search: '$1.00', status: 'paid', ...cursor }),
    ({ invoices }) => invoices.map(({ dueDate, id }) => `${dueDate} ${id}`),
  )
  expect(pages.flat()).toEqual(expected.map(({ key }) => key))
})

test('an invoice is found by its number at the end of the list', async () => {
  const [, id = ''] = mine.rows.at(-1)!.key.split(' ')
  for (const search of [id.slice(0, 8), `#${id.slice(0, 8).toUpperCase()}`]) {
    expect((await mine.read({ search })).invoices.map((invoice) => invoice.id)).toEqual([id])
  }
})

describe('numbers in sequence', () => {
  const idsOf = async (search: string) => (await mine.read({ search })).invoices.map(({ id }) => id)
  let ids: string[]
  // The oldest three, at the end of the list.
  beforeAll(async () => {
    ids = mine.rows.slice(-3).map(({ key }) => key.split(' ')[1]!)
    for (const [index, number] of ['INV-2025-0042', 'INV-2026-0042', 'inv-2026-1042'].entries()) {
      await queryTenant(app.database, mine.businessId, {
        text: `update invoices set number = $2, number_scope = $3, number_year = $4, sequence_number = $5
               where id = $1`,
        values: [ids[index], number, businessScope, 2025 + index, Number(number.slice(9))],
      })
    }
  })

  test.each([
    ['its whole number', 'INV-2026-0042', [1]],
    ['its number in other letters', 'inv-2026-0042', [1]],
    ['its number after a #', '#INV-2026-0042', [1]],
    ['the beginning of its number', 'Inv-2026', [1, 2]],
    ['the first three characters', 'INV', [0, 1, 2]],
    ['its running number', '42', [0, 1]],
    ['its running number with zeros', '0042', [0, 1]],
    ['its running number after a #', '#1042', [2]],
    ['the middle of its number', '2026-0042', []],
    ['its first two characters', 'in', []],
    ['a number that comes after it', 'INV-2026-00421', []],
  ])('an invoice is found by %s', async (_how, search, expected) => {
    expect(await idsOf(search)).toEqual(expected.map((index) => ids[index]))
  })

  test('that every invoice has the beginning of finds each of them once, in order, forwards and back', async () => {
    await queryTenant(app.database, mine.businessId, {
      text: `update invoices set number = 'ALL-' || number where sequence_number is null`,
    })
    const expected = mine.rows.filter(({ key }) => !ids.includes(key.split(' ')[1]!))
    const pages = await walkPages(
      (cursor) => mine.read({ search: 'all-', ...cursor }),
      ({ invoices }) => invoices.map(({ dueDate, id }) => `${dueDate} ${id}`),
    )
    expect(pages.flat()).toEqual(expected.map(({ key }) => key))
  })
})

test.each([
  ['the beginning of a number', 'inv-2099', 'invoices_number_start'],
  ['a running number', '97', 'invoices_running_number'],
  ['a rare name', 'nobody', 'invoices_search'],
  ['an amount', '1.00', 'invoices_total'],
  ['a balance due', '0.50', 'invoices_balance'],
])('%s is looked up in its own index', async (_what, search, index) => {
  const scans = async () => {
    // A connection tells its counts at the end of a request, at most once a second.
    await mine.read({ search })
    const { rows } = await app.database.platform.query<{ scans: string }>(
      `select idx_scan as scans from pg_stat_user_indexes where indexrelname = $1`,
      [index],
    )
    return Number(rows[0]?.scans)
  }
  await expect.poll(scans).toBeGreaterThan(0)
})
