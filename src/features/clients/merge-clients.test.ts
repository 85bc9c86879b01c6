import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientInput } from '../../../test/support/fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import { waitForLock } from '../../../test/support/wait-for-lock.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Problem } from '../../shared/errors.ts'
import { recountMoneyOf, rollUpMoneyOf } from '../figures/money-totals.ts'
import { clientTables, tablesThatFollow } from './client-tables.ts'
import * as contract from './contract.ts'
import { saveClient } from './save-client.ts'

let app: TestApp
let cookie: string
let owner: { businessId: string; userId: string }
const now = new Date('2026-11-18T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.signUpAndIn()
  cookie = account.cookie
  owner = { businessId: account.session.business.id, userId: account.session.user.id }
  await setPlan(app, owner.businessId, 'pro')
})

const named = (name: string) => clientInput({ name, email: `${name.toLowerCase()}@example.com` })
const invoiceTo = (name: string) => makeInvoice(app, cookie, { client: named(name) })
const merge = (id: string, into: string) =>
  app.send(contract.mergeClients, { params: { id }, body: { into } }, { cookie })
const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await withTenant(app.database, owner.businessId, ({ client }) => client.query<Row>(text, values))).rows
const clientsOfInvoices = async () => {
  const rows = await sql<{ id: string; count: number }>(
    'select client_id as id, count(*)::int as count from invoices group by 1',
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}
async function pair() {
  const [a, b] = [await invoiceTo('Acme'), await invoiceTo('Berg')]
  return { a: a.client.id ?? '', b: b.client.id ?? '' }
}
const save = (client: ReturnType<typeof clientInput>) =>
  withTenant(app.database, owner.businessId, (tx) =>
    saveClient(tx, app.deps.log, owner, { ...client, currency: 'USD' }),
  )

test('every table with a client is named, and documents follow a merge', async () => {
  const columns = await sql<{ table: string }>(
    `select table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name = 'client_id' order by 1`,
  )
  const own = clientTables.filter(({ holder }) => holder === 'column').map(({ table }) => table)
  expect(columns.map(({ table }) => table)).toEqual([...own, ...Object.keys(tablesThatFollow)].toSorted())
  const triggers = await sql<{ table: string }>(
    `select tgrelid::regclass::text as "table" from pg_trigger where tgname = 'a_follow_merge' order by 1`,
  )
  const documents = clientTables.filter(({ holder, isDocument }) => holder === 'column' && isDocument)
  expect(triggers.map(({ table }) => table)).toEqual(documents.map(({ table }) => table).toSorted())
})

test('the preview says what moves; the merge moves it, with notes, events and sums', async () => {
  const { a, b } = await pair()
  await invoiceTo('Acme')
  const notes = (id: string, text: string) =>
    app.send(contract.saveClientNotes, { params: { id }, body: { notes: text, version: 0 } }, { cookie })
  await notes(a, 'From Acme')
  await notes(b, 'From Berg')
  await rollUpMoneyOf(app.deps, owner.businessId)
  const preview = await app.send(contract.previewMerge, { params: { id: a, clientId: b } }, { cookie })
  expect(await answerOf(contract.previewMerge, preview)).toMatchObject({
    from: { id: a, companyName: 'Acme' },
    into: { id: b, companyName: 'Berg' },
    moves: ['2 invoices'],
    addsNotes: true,
  })
  expect((await merge(a, b)).status).toBe(200)
  expect(await clientsOfInvoices()).toEqual({ [b]: 3 })
  expect(await sql('select distinct client_id as id from invoice_events')).toEqual([{ id: b }])
  for (const id of [a, b]) {
    const account = await answerOf(
      contract.getClient,
      await app.send(contract.getClient, { params: { id } }, { cookie }),
    )
    expect(account).toMatchObject({
      id: b,
      companyName: 'Berg',
      notes: 'From Berg\n\nFrom Acme',
      openInvoices: 3,
    })
  }
  const list = await answerOf(
    contract.listClientsWithSums,
    await app.send(contract.listClientsWithSums, { query: {} }, { cookie }),
  )
  expect(list.clients.map(({ companyName }) => companyName)).toEqual(['Berg'])
  await rollUpMoneyOf(app.deps, owner.businessId)
  const problems: unknown[] = []
  const log = { ...app.deps.log, error: (line: unknown) => problems.push(line) } as typeof app.deps.log
  await recountMoneyOf({ ...app.deps, log }, owner.businessId)
  expect(problems).toEqual([])
  expect(await sql('select client_id as id, count::int from client_sums')).toEqual([{ id: b, count: 3 }])
})

describe('the former client', () => {
  test('is reached by its address and by its id, and neither changes the one that it became', async () => {
    const { a, b } = await pair()
    await merge(a, b)
    expect(await save(named('Acme'))).toBe(b)
    expect(await save({ ...named('Acme'), id: a })).toBe(b)
    // Typed in with a free address and the same name, by a page that still has the old id.
    expect(await save({ ...named('Acme'), id: a, email: 'free@example.com' })).toBe(b)
    expect((await invoiceTo('Acme')).client.id).toBe(b)
    expect(await sql('select company_name as name from clients where merged_into is null')).toEqual([
      { name: 'Berg' },
    ])
  })

  test('leads to the end of a chain', async () => {
    const { a, b } = await pair()
    const c = (await invoiceTo('Calm')).client.id ?? ''
    await merge(a, b)
    await merge(b, c)
    expect(await save(named('Acme'))).toBe(c)
    expect(await save(named('Berg'))).toBe(c)
    expect(await clientsOfInvoices()).toEqual({ [c]: 3 })
  })

  test('cannot be merged, changed or deleted again', async () => {
    const { a, b } = await pair()
    const c = (await invoiceTo('Calm')).client.id ?? ''
    await merge(a, b)
    for (const response of [await merge(a, c), await merge(c, a)]) {
      expect([response.status, ((await response.json()) as Problem).code]).toEqual([409, 'CLIENT_MERGED'])
    }
    const removed = await app.send(contract.deleteClient, { params: { id: a } }, { cookie })
    expect(removed.status).toBe(404)
  })
})

test('a client cannot be merged into itself or into one of another business', async () => {
  const { a } = await pair()
  expect((await merge(a, a)).status).toBe(422)
  const other = await app.signUpAndIn()
  const foreign = await makeInvoice(app, other.cookie, { client: named('Foreign') })
  expect((await merge(a, foreign.client.id ?? '')).status).toBe(404)
})

describe('at once', () => {
  test('two merges into each other: one wins, the other is told', async () => {
    const { a, b } = await pair()
    const answers = await Promise.all([merge(a, b), merge(b, a)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(Object.values(await clientsOfInvoices())).toEqual([2])
  })

  test('a merge that holds the client makes an invoice wait, which then names the client that stays', async () => {
    const { a, b } = await pair()
    const { saving } = await withTenant(app.database, owner.businessId, async (tx) => {
      // What a merge does, up to its end.
      await tx.client.query('select from clients where id in ($1, $2) order by id for update', [a, b])
      const underWay = invoiceTo('Acme')
      await waitForLock(app.url)
      await tx.client.query('update invoices set client_id = $2 where client_id = $1', [a, b])
      await tx.client.query('update clients set merged_into = $2 where id = $1', [a, b])
      return { saving: underWay }
    })
    expect((await saving).client.id).toBe(b)
    expect(await clientsOfInvoices()).toEqual({ [b]: 3 })
  })

  test('invoices that are saved and changed meanwhile all end with the client that stays', async () => {
    const { a, b } = await pair()
    const [, ...made] = await Promise.all([
      merge(a, b),
      ...Array.from({ length: 10 }, () => invoiceTo('Acme')),
      ...Array.from({ length: 5 }, () => invoiceTo('Berg')),
    ])
    expect(made).toHaveLength(15)
    const ends = await clientsOfInvoices()
    expect(ends).toEqual({ [b]: 17 })
    await rollUpMoneyOf(app.deps, owner.businessId)
    expect(await sql('select client_id as id, count::int from client_sums')).toEqual([{ id: b, count: 17 }])
  })

  test('a client that is deleted while its first invoice is saved loses no invoice', async () => {
    const client = {
      name: 'New',
      email: 'new@example.com',
      phone: '',
      address: '',
      contactName: '',
      currency: null,
    }
    const created = await app.send(
      contract.createClient,
      { body: { client, noReminders: false } },
      { cookie },
    )
    const { id } = await answerOf(contract.createClient, created)
    const { saving } = await withTenant(app.database, owner.businessId, async (tx) => {
      await tx.client.query('delete from clients where id = $1', [id])
      const underWay = invoiceTo('New')
      await waitForLock(app.url)
      return { saving: underWay }
    })
    expect((await saving).client).toMatchObject({ name: 'New', email: 'new@example.com' })
    expect(await sql('select count(*)::int as count from invoices')).toEqual([{ count: 1 }])
  })

  test('a merge waits for an invoice that is being saved, and takes it along', async () => {
    const { a, b } = await pair()
    const { merging } = await withTenant(app.database, owner.businessId, async (tx) => {
      await tx.client.query('update invoices set client_id = client_id where client_id = $1', [a])
      const underWay = merge(a, b)
      await waitForLock(app.url)
      return { merging: underWay }
    })
    expect((await merging).status).toBe(200)
    expect(await clientsOfInvoices()).toEqual({ [b]: 2 })
  })
})
