import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAll } from '../../../test/support/file-store-checks.ts'
import { makePicture } from '../../../test/support/fixtures/images.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { FileStoreError } from '../../platform/files/file-store.ts'
import { uploadReceipt } from './contract.ts'
import { maxFileBytes } from './rules.ts'
import { keepReceipt } from './upload-receipt.ts'

let app: TestApp
let picture: Buffer
let cookie: string
let businessId: string
let userId: string
beforeAll(async () => {
  app = await createTestApp()
  picture = await makePicture('jpeg')
})
afterAll(() => app.close())
beforeEach(async () => {
  const person = await app.signUpAndIn()
  cookie = person.cookie
  businessId = person.session.business.id
  userId = person.session.user.id
  await setPlan(app, businessId, 'pro')
})

function upload(bytes: Uint8Array = picture, query: Partial<{ requestId: string; fileName: string }> = {}) {
  const file = new Blob([new Uint8Array(bytes)])
  return app.send(uploadReceipt, { file, query: { requestId: randomUUID(), ...query } }, { cookie })
}
const filesOf = async () => (await listAll(app.deps.files)).filter((file) => file.businessId === businessId)
const rowsOf = (table: string) =>
  withTenant(
    app.database,
    businessId,
    async ({ client }) => (await client.query(`select * from ${table}`)).rows,
  )

test('a picture is kept as it came, with its checksum, and waits to be read', async () => {
  const receipt = await answerOf(uploadReceipt, await upload(picture, { fileName: '../lunch.JPG' }))
  expect(receipt).toMatchObject({
    state: 'waiting',
    source: 'upload',
    fileName: 'lunch.JPG',
    contentType: 'image/jpeg',
    byteCount: picture.length,
    pages: [],
    totalMinor: null,
  })
  const [file] = await rowsOf('stored_files')
  expect(file).toMatchObject({ sha256: createHash('sha256').update(picture).digest('hex') })
  expect(await app.deps.files.read({ businessId, id: file.id })).toEqual(picture)
  expect(await rowsOf('receipts')).toMatchObject([{ original_id: file.id, created_by: userId, sender: null }])
})

test('the type is that of the content, whatever the name says', async () => {
  const receipt = await answerOf(uploadReceipt, await upload(Buffer.from('%PDF-1.4'), { fileName: 'a.png' }))
  expect(receipt.contentType).toBe('application/pdf')
  const page = await problemOf(await upload(Buffer.from('<html>'), { fileName: 'a.png' }))
  expect(page).toMatchObject({
    code: 'INVALID_FILE_TYPE',
    message: 'Please choose a picture (JPEG, PNG, WebP, GIF, HEIC) or a PDF.',
  })
  const empty = await problemOf(await upload(Buffer.alloc(0)))
  expect(empty).toMatchObject({ code: 'INVALID_FILE_TYPE', message: expect.stringContaining('empty') })
  expect(await filesOf()).toHaveLength(1)
})

test('a file of the largest size is kept, and one byte more is refused', async () => {
  const large = Buffer.alloc(maxFileBytes + 1)
  picture.copy(large)
  expect((await upload(large.subarray(0, maxFileBytes))).status).toBe(200)
  const problem = await problemOf(await upload(large))
  expect(problem).toMatchObject({ status: 413, message: expect.stringContaining('15 MB') })
})

test('the same request again is the same receipt, also many times at once', async () => {
  const requestId = randomUUID()
  const all = await Promise.all(Array.from({ length: 6 }, () => upload(picture, { requestId })))
  const ids = await Promise.all(all.map(async (one) => (await answerOf(uploadReceipt, one)).id))
  expect(new Set(ids).size).toBe(1)
  expect((await answerOf(uploadReceipt, await upload(picture, { requestId }))).id).toBe(ids[0])
  expect(await rowsOf('receipts')).toHaveLength(1)
  // The others removed theirs at once.
  expect(await filesOf()).toHaveLength(1)
  // And the same file in another request is another receipt, which the reader compares.
  expect((await answerOf(uploadReceipt, await upload())).id).not.toBe(ids[0])
})

test('a business adds at most 200 a day; what is refused or repeated does not count', async () => {
  const requestId = randomUUID()
  await answerOf(uploadReceipt, await upload(picture, { requestId }))
  await upload(Buffer.from('no receipt'))
  await upload(picture, { requestId })
  const counted = () =>
    app.database.platform.query('select count from platform.rate_limits where key = $1', [
      `receipts:${businessId}`,
    ])
  expect((await counted()).rows).toEqual([{ count: 1 }])
  await app.database.platform.query('update platform.rate_limits set count = 200 where key = $1', [
    `receipts:${businessId}`,
  ])
  const problem = await problemOf(await upload())
  expect(problem).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(problem.message).toMatch(/^You can add up to 200 receipts a day\. Please try again in \d+ hours\.$/)
  expect(await filesOf()).toHaveLength(1)
})

test('without Pro nothing is kept, and a request that was kept before still finds its receipt', async () => {
  const requestId = randomUUID()
  const { id } = await answerOf(uploadReceipt, await upload(picture, { requestId }))
  await setPlan(app, businessId, 'free')
  expect(await problemOf(await upload())).toMatchObject({
    code: 'PLAN_REQUIRED',
    message: 'Receipts are part of the Pro plan.',
  })
  expect((await answerOf(uploadReceipt, await upload(picture, { requestId }))).id).toBe(id)
  expect(await filesOf()).toHaveLength(1)
})

test('if the store fails there is no receipt, and if the database fails there is a file for the sweep', async () => {
  const input = {
    businessId,
    source: 'email' as const,
    sender: 'a@example.com',
    fileName: '',
    bytes: picture,
  }
  const failing = { ...app.deps.files, put: () => Promise.reject(new FileStoreError('away')) }
  await expect(
    keepReceipt({ ...app.deps, files: failing }, { ...input, requestId: randomUUID() }),
  ).rejects.toThrow('away')
  expect(await rowsOf('receipts')).toEqual([])
  const jobs = { ...app.deps.jobs, enqueue: () => Promise.reject(new Error('no job')) }
  await keepReceipt({ ...app.deps, jobs }, { ...input, requestId: randomUUID() }).catch(() => undefined)
  for (const { original_id: id } of await rowsOf('receipts'))
    expect(await app.deps.files.read({ businessId, id })).toEqual(picture)
})
