import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  bankFileOwner,
  fileOf,
  plainReader,
  statement,
} from '../../../../test/support/bank-files/bank-file-owner.ts'
import { expenseInput } from '../../../../test/support/fixtures/expenses.ts'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import { setPlan } from '../../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getBanking } from '../../banking/contract.ts'
import { createExpense } from '../../expenses/contract.ts'
import { matchTransaction } from '../../matching/contract.ts'
import { getBankImport, undoBankImport } from '../contract.ts'

let app: TestApp
let cookie: string
let businessId: string
let owner: ReturnType<typeof bankFileOwner>
beforeAll(async () => {
  app = await createTestApp({ bankFiles: plainReader })
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  await setPlan(app, businessId, 'pro')
  owner = bankFileOwner(app, { cookie, businessId })
})

const getImport = async (id: string) =>
  answerOf(getBankImport, await app.send(getBankImport, { params: { id } }, { cookie }))
const may = statement([
  { date: '2026-05-01', amount: '1200.00' },
  { date: '2026-05-02', amount: '-4.50' },
])

test('undo is asked for once, and works on the Free plan', async () => {
  const id = await owner.importAll(fileOf([may]))
  await setPlan(app, businessId, 'free')
  for (const _ of [1, 2]) {
    const answer = await app.send(undoBankImport, { params: { id } }, { cookie })
    expect(await answerOf(undoBankImport, answer)).toMatchObject({ state: 'undoing' })
  }
  await owner.undo(id)
  const answer = await app.send(undoBankImport, { params: { id } }, { cookie })
  expect(await answerOf(undoBankImport, answer)).toMatchObject({ state: 'undone' })
  const jobs = await app.database.platform.query(
    `select from pgboss.job where name = 'undo-bank-import' and data ->> 'importId' = $1`,
    [id],
  )
  expect(jobs.rowCount).toBe(1)
})

test('before an import is undone, it says which accounts go and how many expenses stay', async () => {
  const first = await owner.importAll(fileOf([may]), { bankName: 'Riverbank' })
  expect(await getImport(first)).toMatchObject({ emptied: ['Riverbank - Checking'], expenses: 0 })
  const second = await owner.importAll(fileOf([statement([{ date: '2026-05-09', amount: '-9.00' }])]))
  for (const id of [first, second]) expect(await getImport(id)).toMatchObject({ emptied: [] })
  const [coffee] = await owner.rows<{ id: string }>(`select id from transactions where date = '2026-05-09'`)
  await app.send(createExpense, { body: expenseInput() }, { cookie })
  await owner.rows(`update expenses set transaction_id = '${coffee?.id}'`)
  expect(await getImport(second)).toMatchObject({ expenses: 1 })
  await owner.undo(first)
  expect(await getImport(second)).toMatchObject({ emptied: ['Riverbank - Checking'] })
  await owner.undo(second)
  expect(await owner.rows('select transaction_id from expenses')).toEqual([{ transaction_id: null }])
  expect((await answerOf(getBanking, await app.send(getBanking, {}, { cookie }))).accounts).toEqual([])
})

test('an import whose transactions paid an invoice in a closed period is not undone', async () => {
  const id = await owner.importAll(fileOf([may]))
  const invoiceId = await addInvoiceRow(app.database, businessId, {
    currency: 'EUR',
    subtotalMinor: 120_000,
    totalMinor: 120_000,
  })
  const [income] = await owner.rows<{ id: string }>('select id from transactions where is_income')
  const body = { kind: 'invoices' as const, targetIds: [invoiceId] }
  await answerOf(
    matchTransaction,
    await app.send(matchTransaction, { params: { id: income!.id }, body }, { cookie }),
  )
  await owner.rows(
    `insert into report_settings (business_id, closed_through) select id, '2026-05-31' from businesses`,
  )
  const undo = () => app.send(undoBankImport, { params: { id } }, { cookie })
  expect(await problemOf(await undo())).toMatchObject({ code: 'PERIOD_CLOSED' })
  await owner.rows('update report_settings set closed_through = null')
  expect(await answerOf(undoBankImport, await undo())).toMatchObject({ state: 'undoing' })
})
