import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { listAll } from '../../../test/support/file-store-checks.ts'
import { setPlan } from '../../../test/support/fixtures/invoices.ts'
import { type TestApp, createTestApp } from '../../../test/support/test-app.ts'
import { withTenant } from '../db/transaction.ts'
import { pathOf } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import {
  addStoredFile,
  removalLock,
  removeFilesOf,
  removeStoredFiles,
  startFileJobs,
  sweep,
} from './stored-files.ts'

let app: TestApp
let folder: string
let businessId: string
beforeAll(async () => {
  app = await createTestApp()
  await startFileJobs(app.deps)
})
afterAll(() => app.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-stored-'))
  const { session } = await app.signUpAndIn()
  businessId = session.business.id
})
afterEach(() => rm(folder, { recursive: true }))

const store = () => createFolderStore(folder)
const bytes = Buffer.from('a picture')

async function add(files = app.deps.files, id = randomUUID()) {
  await files.put({ businessId, id }, bytes)
  await withTenant(app.database, businessId, (tx) =>
    addStoredFile(tx, { businessId, id, contentType: 'image/jpeg', bytes }),
  )
  return id
}

const own = async () =>
  (await listAll(app.deps.files)).flatMap((file) => (file.businessId === businessId ? file.id : []))

function remove(ids: string[]) {
  return withTenant(app.database, businessId, (tx) => removeStoredFiles(tx, app.deps.jobs, businessId, ids))
}

test('a file is removed after its row, and only if the transaction commits', async () => {
  const [kept, removed] = [await add(), await add()]
  await expect(
    withTenant(app.database, businessId, async (tx) => {
      await removeStoredFiles(tx, app.deps.jobs, businessId, [kept])
      throw new Error('after all not')
    }),
  ).rejects.toThrow('after all not')
  await remove([removed, randomUUID()])
  await eventually(async () => expect(await own()).toEqual([kept]))
  await remove([removed])
  expect(await own()).toEqual([kept])
})

test('while a backup copies files none is removed, and afterwards they are', async () => {
  const id = await add()
  const backup = new pg.Client({ connectionString: app.url })
  await backup.connect()
  await backup.query(`select pg_advisory_lock(${removalLock})`)
  await remove([id])
  const failures = () => app.log.filter((line) => line.includes('A backup is being written')).length
  await eventually(() => expect(failures()).toBeGreaterThan(0))
  expect(await own()).toEqual([id])
  await backup.end()
  // The job is tried again after a while. The test does not wait for that.
  await app.database.platform.query(
    `update pgboss.job set start_after = now() where name = 'remove-files' and state = 'retry'`,
  )
  await eventually(async () => expect(await own()).toEqual([]))
})

async function keepAndDie(when: 'before' | 'between' | 'after', requestId: string) {
  const program = join(import.meta.dirname, '../../../test/support/killed-upload.ts')
  const child = spawn(process.execPath, [program, app.url, folder, businessId, requestId, when], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece) => (said += String(piece)))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect([signal, said]).toEqual(['SIGKILL', expect.any(String)])
}

test('killed before, between or after file and row: a row has its file, and the sweep removes a file without one', async () => {
  await setPlan(app, businessId, 'pro')
  const originals = () =>
    withTenant(app.database, businessId, async ({ client }) => {
      const { rows } = await client.query<{ id: string }>('select original_id as id from receipts')
      return rows.map(({ id }) => id)
    })
  for (const [when, rows, files] of [
    ['before', 0, 0],
    ['between', 0, 1],
    ['after', 1, 2],
  ] as const) {
    await keepAndDie(when, randomUUID())
    const ids = await originals()
    expect([when, ids.length, (await listAll(store())).length]).toEqual([when, rows, files])
    for (const id of ids) expect((await store().read({ businessId, id })).toString()).toBe('%PDF-1.4')
  }
  const sweepAt = (hours: number) =>
    sweep({ ...app.deps, files: store(), now: () => new Date(Date.now() + hours * 3_600_000) })
  await sweepAt(23)
  expect(await listAll(store())).toHaveLength(2)
  await sweepAt(25)
  expect((await listAll(store())).map(({ id }) => id)).toEqual(await originals())
})

test('the sweep goes through more files than a page holds', async () => {
  const ids = Array.from({ length: 1010 }, () => randomUUID())
  await Promise.all(ids.map((id) => store().put({ businessId, id }, bytes)))
  const old = new Date(Date.now() - 25 * 3_600_000)
  await Promise.all(ids.map((id) => utimes(join(folder, pathOf({ businessId, id })), old, old)))
  const kept = ids.slice(0, 700)
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into stored_files (business_id, id, content_type, byte_count, sha256)
       select $1, unnest($2::uuid[]), 'image/jpeg', 1, repeat('0', 64)`,
      [businessId, kept],
    ),
  )
  await sweep({ ...app.deps, files: store() })
  expect((await listAll(store())).map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
})

test('a store whose files mostly belong to nothing is left as it is: it may be that of another installation', async () => {
  const later = () => new Date(Date.now() + 25 * 3_600_000)
  for (let n = 0; n < 21; n += 1) await store().put({ businessId: randomUUID(), id: randomUUID() }, bytes)
  await sweep({ ...app.deps, files: store(), now: later })
  expect(await listAll(store())).toHaveLength(21)
  expect(app.log.some((line) => line.includes('does another installation use this store?'))).toBe(true)
})

test('all files of a business are removed, and none of another', async () => {
  const other = { businessId: randomUUID(), id: randomUUID() }
  await store().put(other, bytes)
  for (let n = 0; n < 3; n += 1) await add(store())
  await removeFilesOf({ ...app.deps, files: store() }, businessId)
  expect(await listAll(store())).toEqual([expect.objectContaining(other)])
})

test('a file with a row that fails to be written has no row', async () => {
  const id = await add()
  await expect(add(app.deps.files, id)).rejects.toThrow('Failed query')
  expect(await own()).toEqual([id])
})
