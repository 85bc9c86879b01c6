import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DashboardOwner, openDashboard } from '../../../test/support/fixtures/dashboard.ts'
import { addReceiptRows } from '../../../test/support/fixtures/receipt-rows.ts'
import { type TestDatabase, createTestDatabase } from '../../../test/support/test-database.ts'
import { withPlatform } from '../../platform/db/transaction.ts'

let testDatabase: TestDatabase
let listener: pg.Client
let heard: string[]
let owner: DashboardOwner
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = await openDashboard(testDatabase.database)
  listener = new pg.Client({ connectionString: testDatabase.url })
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.connect()
  await listener.query('listen millrace')
})
afterAll(async () => {
  await listener.end()
  await testDatabase.drop()
})
beforeEach(() => {
  heard = []
})

/** What a change tells. What was committed before a statement of the listener has reached it with the answer. */
async function reportedBy(change: () => Promise<unknown>): Promise<string[]> {
  await listener.query('select 1')
  heard = []
  await change()
  await listener.query('select 1')
  return heard.map((payload) => payload.replace(owner.identity.businessId, '').trim())
}

/** As the outbox does. */
function setMailState(id: string, state: string) {
  return withPlatform(testDatabase.database, ({ client }) =>
    client.query('update mails set state = $2 where id = $1', [id, state]),
  )
}

test('money that moves is told by what it belongs to, once however much of it moves', async () => {
  const { addInvoice, addPayments, addExpenses, sql } = owner
  let invoiceId = ''
  expect(await reportedBy(async () => (invoiceId = await addInvoice({})))).toEqual(['invoices'])
  expect(await reportedBy(() => addPayments([{ invoiceId }, { invoiceId }]))).toEqual(['invoices'])
  expect(await reportedBy(() => sql('update payments set undone_at = now()'))).toEqual(['invoices'])
  expect(await reportedBy(() => addExpenses([{}, {}, {}]))).toEqual(['expenses'])
  expect(await reportedBy(() => sql(`update expenses set notes = 'other words'`))).toEqual([])
  expect(await reportedBy(() => sql('update expenses set amount_minor = 1'))).toEqual(['expenses'])
  expect(await reportedBy(() => sql('delete from expenses'))).toEqual(['expenses'])
})

test('a bank is told of when it comes, when it has told something, and when it wants its owner', async () => {
  const { addConnection, sql } = owner
  expect(await reportedBy(() => addConnection())).toEqual(['banks'])
  for (const change of [
    `last_synced_at = now()`,
    `item_taken_at = now()`,
    `state = 'reconnect'`,
    `removed_at = now()`,
  ]) {
    expect(await reportedBy(() => sql(`update bank_connections set ${change}`)), change).toEqual(['banks'])
  }
  expect(await reportedBy(() => sql('update bank_connections set failures = 3'))).toEqual([])
})

test('a mail is told of when it fails and when it does not any more', async () => {
  const invoiceId = await owner.addInvoice({})
  const id = await owner.addMail({ invoiceId, state: 'queued', at: '2026-11-15T12:00:00Z' })
  expect(await reportedBy(() => setMailState(id, 'failed'))).toEqual(['mails'])
  expect(await reportedBy(() => setMailState(id, 'queued'))).toEqual(['mails'])
  expect(await reportedBy(() => setMailState(id, 'sent'))).toEqual([])
})

test('a message of a client and a change that they ask for are told of, and so is what becomes of them', async () => {
  const { identity, sql } = owner
  const clientId = randomUUID()
  await sql(
    `insert into clients (business_id, id, created_by, company_name, email)
     values ('${identity.businessId}', '${clientId}', '${identity.userId}', 'Acme', '${clientId}@example.com')`,
  )
  const key = `'${identity.businessId}', '${clientId}'`
  const write = () =>
    sql(
      `insert into portal_messages (business_id, client_id, author, body, request_id)
       values (${key}, 'client', 'Hello', gen_random_uuid())`,
    )
  const propose = () =>
    sql(
      `insert into client_proposals (business_id, client_id, company_name, contact_name, email, phone, address, country, tax_id)
       values (${key}, 'Acme', '', 'a@example.com', '', '', '', '')`,
    )
  expect(await reportedBy(write)).toEqual(['clients'])
  expect(await reportedBy(propose)).toEqual(['clients'])
  expect(await reportedBy(() => sql('update portal_messages set read_at = now()'))).toEqual(['clients'])
  const decide = `update client_proposals set state = 'accepted', decided_at = now()`
  expect(await reportedBy(() => sql(decide))).toEqual(['clients'])
})

test('a receipt is told of when it comes, is read, filed or changed, and goes', async () => {
  const { identity, sql } = owner
  const add = () => addReceiptRows(testDatabase.database, identity.businessId, [{ state: 'waiting' }])
  expect(await reportedBy(add)).toEqual(['receipts'])
  for (const change of [`state = 'read'`, `version = version + 1`, `suggestion = '{}'`]) {
    expect(await reportedBy(() => sql(`update receipts set ${change}`)), change).toEqual(['receipts'])
  }
  expect(await reportedBy(() => sql('update receipts set tries = 3, claimed_until = now()'))).toEqual([])
  expect(await reportedBy(() => sql('delete from receipts'))).toEqual(['receipts'])
})
