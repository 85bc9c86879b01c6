import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBusiness } from '../../../../test/support/filled/fill-business.ts'
import {
  exportArchive,
  freshAccount,
  readRestore,
  restoreInto,
  sendArchive,
} from '../../../../test/support/restored-account.ts'
import { type TestApp, answerOf, createTestApp } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import { exportedTables } from '../exported-tables.ts'
import { type Row, type Value, textOf } from './archive-rows.ts'
import { startRestore } from './contract.ts'
import { tend } from './jobs.ts'
import { createIdMap, isUuid } from './new-ids.ts'
import { restoreAccount } from './restore-account.ts'
import { restoredTables } from './restored-tables.ts'

let app: TestApp
let elsewhere: TestApp
let zebra: Awaited<ReturnType<typeof fillBusiness>>
let archive: Buffer
beforeAll(async () => {
  app = await createTestApp()
  elsewhere = await createTestApp()
  zebra = await fillBusiness(app, 'Zebrafish')
  archive = await exportArchive(app, zebra.cookie)
})
afterAll(async () => {
  await app.close()
  await elsewhere.close()
})

const tablesOf = (bytes: Buffer) => {
  const files = unzipSync(new Uint8Array(bytes))
  return (table: string) => JSON.parse(Buffer.from(files[`json/${table}.json`] ?? '[]').toString()) as Row[]
}

const people = ['created_by', 'undone_by', 'deleted_by']

/** Columns that come back differently, and what depends on them. */
const changedColumns: Readonly<Record<string, readonly string[]>> = {
  recurring_series: ['next_run_at', 'paused_at', 'paused_by'],
  invoices: [
    'reminders_since',
    'next_reminder_at',
    'next_reminder_step',
    'late_fees_since',
    'next_late_fee_at',
    'next_late_fee_on',
  ],
  mails: ['state', 'last_error', 'waits_for_account'],
  bank_connections:
    'source environment state institution_id institution_name item_id next_sync_at problem problem_code failures webhook_url has_access_token access_ends_at new_accounts_at account_revoked_at'.split(
      ' ',
    ),
  bank_accounts: ['has_account_number', 'has_routing_number'],
  bank_imports: ['state', 'file_id', 'problem'],
  data_imports: ['state', 'file_id', 'problem'],
  transactions: ['provider_id'],
  payments: ['provider_payment_id', 'checkout_id'],
  refunds: ['provider_refund_id'],
  disputes: ['provider_dispute_id'],
  payouts: ['provider_payout_id'],
  payout_entries: ['provider_payment_id', 'provider_refund_id'],
  transaction_matches: ['target_key'],
  recurring_expenses: ['next_period', 'next_on', 'next_run_at'],
  receipt_settings: ['mail_name'],
}

function withNewIds(value: Value, newId: (old: string) => string): Value {
  if (isUuid(value)) return newId(value)
  if (Array.isArray(value)) return value.map((item) => withNewIds(item, newId))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [isUuid(key) ? newId(key) : key, withNewIds(item, newId)]),
  )
}

/** The rows without what comes back differently, in an order that does not depend on ids. */
function comparable(table: string, rows: readonly Row[]): string[] {
  const left = new Set([...people, ...(changedColumns[table] ?? [])])
  return rows
    .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name)))))
    .toSorted()
}

test('what is restored can be exported again, and every table is the same', async () => {
  const owner = await freshAccount(elsewhere)
  const restore = await restoreInto(elsewhere, owner, archive)
  expect(restore).toMatchObject({ state: 'restored', problem: null, parts: [] })
  const [before, after] = [tablesOf(archive), tablesOf(await exportArchive(elsewhere, owner.cookie))]
  const newId = createIdMap(restore.id)
  const exported = new Set(exportedTables.map(({ name }) => name))
  for (const { name } of restoredTables.filter((table) => exported.has(table.name))) {
    const was = before(name).map((row) => withNewIds(row, newId) as Row)
    // The account had two emails before: about the restore and, here, about the second export.
    if (name === 'stored_files') continue
    const is = after(name).filter((row) => name !== 'mails' || row['kind'] !== 'security-notice')
    const kept = was.filter((row) => name !== 'mails' || row['kind'] !== 'security-notice')
    expect([name, ...comparable(name, is)]).toEqual([name, ...comparable(name, kept)])
  }
  const [was, is] = [before('businesses')[0] ?? {}, after('businesses')[0] ?? {}]
  expect(is).toMatchObject({
    id: owner.businessId,
    name: 'Zebrafish',
    address: was['address'] ?? '',
    logo_id: newId(textOf(was['logo_id'])),
    document_look: 'modern',
    late_fee_terms: was['late_fee_terms'] ?? null,
    plan: 'free',
  })
  expect(JSON.stringify(after('members'))).toContain(owner.userId)
  for (const table of ['integrations', 'secret_accesses', 'checkouts', 'card_events', 'bank_links'])
    expect([table, after(table)]).toEqual([table, []])
})

test('files come back as they were: logos and everything of receipts and attachments', async () => {
  const owner = await freshAccount(elsewhere)
  const { counts } = await restoreInto(elsewhere, owner, archive)
  expect(counts).toMatchObject({ stored_files: 4, missing_files: 0 })
  const filesIn = (bytes: Buffer) =>
    Object.entries(unzipSync(new Uint8Array(bytes)))
      .filter(([name]) => /^(?:receipts|attachments|files)\//.test(name))
      .map(
        ([name, content]) =>
          `${name.replaceAll(/[0-9a-f-]{36}/g, 'id')} ${Buffer.from(content).toString('hex')}`,
      )
      .toSorted()
  expect(filesIn(await exportArchive(elsewhere, owner.cookie))).toEqual(filesIn(archive))
  const left = await withTenant(elsewhere.database, owner.businessId, ({ client }) =>
    client.query('select from stored_files'),
  )
  expect(left.rowCount).toBe(4)
})

test('the same archive is restored twice beside the account it came from, which stays as it is', async () => {
  const look = async (cookie: string) => {
    const { incomeVsExpenses: _, ...seen } = (await answerOf(
      getDashboard,
      await app.send(getDashboard, {}, { cookie }),
    )) as Record<string, unknown>
    return seen
  }
  const before = await look(zebra.cookie)
  for (const owner of [await freshAccount(app), await freshAccount(app)]) {
    expect(await restoreInto(app, owner, archive)).toMatchObject({ state: 'restored' })
    const { cashBalance, receivables } = (await look(owner.cookie)) as never
    const { cashBalance: cash, receivables: owed } = before as never
    expect({ cashBalance, receivables }).toEqual({ cashBalance: cash, receivables: owed })
  }
  expect(await look(zebra.cookie)).toEqual(before)
})

test('one that dies at the very end has stored nothing, and is restored when it is tried again', async () => {
  const owner = await freshAccount(elsewhere)
  const id = await sendArchive(elsewhere, owner.cookie, archive)
  await elsewhere.send(startRestore, { params: { id } }, { cookie: owner.cookie })
  const ref = { businessId: owner.businessId, restoreId: id }
  const dying = {
    ...elsewhere.deps,
    jobs: { ...elsewhere.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) },
  }
  await expect(restoreAccount(dying, ref)).rejects.toThrow('killed')
  expect(await readRestore(elsewhere, owner.cookie)).toMatchObject({
    data: [],
    restore: { state: 'restoring' },
  })
  // The job that tends restores notices that nothing has moved for a while.
  const enqueued: unknown[] = []
  const watching = {
    ...elsewhere.deps,
    jobs: { ...elsewhere.deps.jobs, enqueue: async (...call: unknown[]) => void enqueued.push(call[2]) },
  }
  const age = (text: string) =>
    withTenant(elsewhere.database, owner.businessId, ({ client }) => client.query(text))
  await tend(watching)
  expect(enqueued).toEqual([])
  await age(`update account_restores set updated_at = now() - interval '3 minutes'`)
  await tend(watching)
  expect(enqueued).toEqual([ref])
  await restoreAccount(elsewhere.deps, ref)
  expect(await readRestore(elsewhere, owner.cookie)).toMatchObject({ restore: { state: 'restored' } })
  // Once more changes nothing.
  await restoreAccount(elsewhere.deps, ref)
})

test('an upload that was left is given up after a day, with its parts', async () => {
  const owner = await freshAccount(elsewhere)
  await sendArchive(elsewhere, owner.cookie, archive)
  const tenant = (text: string) =>
    withTenant(elsewhere.database, owner.businessId, ({ client }) => client.query(text))
  await tend(elsewhere.deps)
  expect((await readRestore(elsewhere, owner.cookie)).restore?.state).toBe('uploading')
  await tenant(`update account_restores set created_at = now() - interval '25 hours'`)
  await tend(elsewhere.deps)
  expect((await readRestore(elsewhere, owner.cookie)).restore).toMatchObject({
    state: 'failed',
    problem: 'It wasn’t finished within a day. Please try again.',
  })
  expect((await tenant('select from stored_files')).rowCount).toBe(0)
})
