import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseInput } from '../../../../test/support/fixtures/expenses.ts'
import { freshAccount, readRestore, sendArchive } from '../../../../test/support/restored-account.ts'
import { readActivity } from '../../../../test/support/security-activity.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { createExpense } from '../../expenses/contract.ts'
import { createTaxRate } from '../../taxes/contract.ts'
import * as contract from './contract.ts'
import { restoreAccount } from './restore-account.ts'
import { notEmptyText, partBytes } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Owner = Awaited<ReturnType<typeof freshAccount>>

const begin = (owner: Owner, byteCount: number, requestId: string = randomUUID()) =>
  app.send(contract.beginRestore, { body: { requestId, byteCount } }, { cookie: owner.cookie })
const send = (owner: Owner, id: string, part: number, bytes: Uint8Array) =>
  app.send(
    contract.sendArchivePart,
    { params: { id }, query: { part }, file: new Blob([new Uint8Array(bytes)]) },
    { cookie: owner.cookie },
  )
const start = (owner: Owner, id: string) =>
  app.send(contract.startRestore, { params: { id } }, { cookie: owner.cookie })

test('an archive arrives in parts, in any order, each as often as it is sent', async () => {
  const owner = await freshAccount(app)
  const requestId = randomUUID()
  const bytes = Buffer.alloc(partBytes + 100, 'x')
  const begun = await answerOf(contract.beginRestore, await begin(owner, bytes.length, requestId))
  expect(begun).toMatchObject({ state: 'uploading', partBytes, parts: [] })
  expect(await answerOf(contract.beginRestore, await begin(owner, bytes.length, requestId))).toEqual(begun)
  const { id } = begun
  expect(await problemOf(await start(owner, id))).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: 'The file hasn’t arrived completely. Please choose it again.',
  })
  for (const part of [1, 1, 0, 1]) {
    const response = await send(owner, id, part, bytes.subarray(part * partBytes, (part + 1) * partBytes))
    expect((await answerOf(contract.sendArchivePart, response)).parts).toContain(part)
  }
  const wrong = [
    [0, Buffer.alloc(5)],
    [1, Buffer.alloc(101)],
    [2, Buffer.alloc(100)],
  ] as const
  for (const [part, content] of wrong)
    expect((await problemOf(await send(owner, id, part, content))).code).toBe('VALIDATION_FAILED')
  const stored = await withTenant(app.database, owner.businessId, ({ client }) =>
    client.query('select from stored_files'),
  )
  expect(stored.rowCount).toBe(2)
  expect(await answerOf(contract.startRestore, await start(owner, id))).toMatchObject({ state: 'restoring' })
  expect(await answerOf(contract.startRestore, await start(owner, id))).toMatchObject({ state: 'restoring' })
  expect((await problemOf(await begin(owner, 100))).message).toBe(
    'An archive is being restored. Please wait until that is finished.',
  )
  expect(await readActivity(app, owner.cookie)).toMatchObject([{ what: 'Data restored from an archive' }])
})

test('beginning again gives up what was sent before', async () => {
  const owner = await freshAccount(app)
  await sendArchive(app, owner.cookie, Buffer.alloc(50))
  const { id } = await answerOf(contract.beginRestore, await begin(owner, 60))
  const { restore } = await readRestore(app, owner.cookie)
  expect(restore).toMatchObject({ id, byteCount: 60, parts: [] })
})

test('only an account without data takes an archive, and only one', async () => {
  const owner = await freshAccount(app)
  const { cookie } = owner
  const id = await sendArchive(app, cookie, Buffer.alloc(50))
  await answerOf(createExpense, await app.send(createExpense, { body: expenseInput() }, { cookie }))
  await app.send(createTaxRate, { body: { name: 'VAT', rate: 8100 } }, { cookie })
  expect((await readRestore(app, cookie)).data).toEqual(['expenses', 'tax rates'])
  const message =
    'An archive can only be restored into an account without data. This one has expenses and tax rates.'
  expect(await problemOf(await start(owner, id))).toMatchObject({ code: 'NOT_EMPTY', message })
  expect(await problemOf(await begin(owner, 100))).toMatchObject({ code: 'NOT_EMPTY', message })
  expect(notEmptyText(['clients'])).toMatch(/This one has clients\.$/)

  // What is added after the start is found by the job.
  const late = await freshAccount(app)
  const lateId = await sendArchive(app, late.cookie, emptyZip)
  await start(late, lateId)
  await app.send(createExpense, { body: expenseInput() }, { cookie: late.cookie })
  await restoreAccount(app.deps, { businessId: late.businessId, restoreId: lateId })
  expect((await readRestore(app, late.cookie)).restore).toMatchObject({
    state: 'failed',
    problem: 'An archive can only be restored into an account without data. This one has expenses.',
  })
})

/** A zip archive without files. */
const emptyZip = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)])

test('sizes that no archive has are refused', async () => {
  const owner = await freshAccount(app)
  for (const byteCount of [0, 21, 4 * 1024 ** 3]) expect((await begin(owner, byteCount)).status).toBe(422)
})
