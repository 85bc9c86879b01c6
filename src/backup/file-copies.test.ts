import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { queryAt } from '../../test/support/backups.ts'
import { listAll } from '../../test/support/file-store-checks.ts'
import { quickenPassphrases } from '../../test/support/quick-passphrases.ts'
import { type TestApp, createTestApp } from '../../test/support/test-app.ts'
import { allJobs } from '../jobs.ts'
import { openAlone } from '../platform/db/open-for-command.ts'
import { withTenant } from '../platform/db/transaction.ts'
import { pathOf } from '../platform/files/file-store.ts'
import { createFolderStore } from '../platform/files/folder-store.ts'
import { addStoredFile } from '../platform/files/stored-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'a passphrase for tests'
let app: TestApp
let folder: string
let businessId: string
const at = (...names: string[]) => join(folder, ...names)
const files = () => createFolderStore(at('data', 'files'))
const copies = (...names: string[]) => at('out', 'millrace-files', ...names)

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  quickenPassphrases()
  folder = await mkdtemp(join(tmpdir(), 'millrace-copies-'))
  const { session } = await app.signUpAndIn()
  businessId = session.business.id
  // The files of each test are those of its own folder.
  await queryAt(
    app.url,
    `alter table stored_files no force row level security; delete from stored_files; alter table stored_files force row level security`,
  )
  return () => rm(folder, { recursive: true })
})

/** Random, so that compression does not hide it. */
async function addFile() {
  const [key, bytes] = [{ businessId, id: randomUUID() }, randomBytes(50_000)]
  await files().put(key, bytes)
  await withTenant(app.database, businessId, (tx) =>
    addStoredFile(tx, { ...key, contentType: 'image/jpeg', bytes }),
  )
  return { key, bytes, path: pathOf(key) }
}

async function removeFile({ key }: Awaited<ReturnType<typeof addFile>>) {
  await withTenant(app.database, businessId, ({ client }) =>
    client.query('delete from stored_files where id = $1', [key.id]),
  )
  await files().remove(key)
}

function backUp(name: string, options: { passphrase?: string; hasFileStore?: boolean } = {}) {
  const { hasFileStore = false } = options
  const source = { url: app.url, dataDir: at('data'), version: '0.0.0', now: new Date(), hasFileStore }
  return writeBackup(source, { file: at('out', name), passphrase: options.passphrase })
}

/** Restores into an empty database and folder, and returns the files that are there then. */
async function restore(name: string, from = 'out') {
  const database = `millrace_copies_${randomBytes(6).toString('hex')}`
  await queryAt(inject('serverUrl'), `create database ${database}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${database}`
  const dataDir = at(`restored-${randomUUID()}`)
  try {
    await restoreBackup({
      file: at(from, name),
      dataDir,
      jobs: allJobs,
      readPassphrase: async () => passphrase,
      openTarget: () => openAlone({ databaseUrl: url.href, dataDir }),
    })
  } catch (error) {
    expect(await stat(join(dataDir, 'files')).catch(() => 'none')).toBe('none')
    throw error
  } finally {
    await queryAt(inject('serverUrl'), `drop database ${database} with (force)`)
  }
  const store = createFolderStore(join(dataDir, 'files'))
  return {
    ids: (await listAll(store)).map(({ id }) => id).toSorted(),
    read: ({ key }: { key: { businessId: string; id: string } }) => store.read(key),
  }
}

test.each([
  ['plain', undefined, ''],
  ['encrypted', passphrase, '.age'],
])('a second %s backup copies only what is new, and each restores what it has', async (_, given, ending) => {
  const first = await addFile()
  const one = await backUp('one.backup', { passphrase: given! })
  const before = await stat(copies(first.path + ending))
  const second = await addFile()
  await removeFile(first)
  const two = await backUp('two.backup', { passphrase: given! })
  expect([one.copies, two.copies]).toEqual([[first.path + ending], [second.path + ending]])
  expect((await stat(copies(first.path + ending))).mtimeMs).toBe(before.mtimeMs)
  for (const { file } of [one, two]) {
    expect((await readFile(file)).includes(first.bytes.subarray(0, 64))).toBe(false)
  }
  expect((await readFile(copies(first.path + ending))).includes(first.bytes)).toBe(given === undefined)
  const [old, recent] = [await restore('one.backup'), await restore('two.backup')]
  expect([old.ids, recent.ids]).toEqual([[first.key.id], [second.key.id]])
  expect(await old.read(first)).toEqual(first.bytes)
  expect(await recent.read(second)).toEqual(second.bytes)
})

test('on the same disk a plain copy takes no room', async () => {
  const file = await addFile()
  await backUp('one.backup')
  expect((await stat(copies(file.path))).ino).toBe((await stat(at('data', 'files', file.path))).ino)
})

test('a missing or changed copy is refused before anything is written, and says which', async () => {
  const file = await addFile()
  await backUp('one.backup')
  await cp(at('out', 'one.backup'), at('elsewhere', 'one.backup'))
  await expect(restore('one.backup', 'elsewhere')).rejects.toThrow(
    `The backup needs the file ${file.path}, which is not in ${at('elsewhere', 'millrace-files')}.`,
  )
  await cp(at('out'), at('elsewhere'), { recursive: true })
  expect((await restore('one.backup', 'elsewhere')).ids).toEqual([file.key.id])
  await writeFile(at('elsewhere', 'millrace-files', file.path), 'something else')
  await expect(restore('one.backup', 'elsewhere')).rejects.toThrow(
    /^The backup is damaged: the file .* was cut off or changed\.$/,
  )
  await backUp('two.backup', { passphrase })
  await writeFile(copies(`${file.path}.age`), 'something else')
  await expect(restore('two.backup')).rejects.toThrow(/was cut off or changed/)
})

test('a file that is lost or damaged is named, and does not keep the rest from being backed up', async () => {
  const [lost, changed, good] = [await addFile(), await addFile(), await addFile()]
  await files().remove(lost.key)
  await files().put(changed.key, Buffer.from('something else'))
  const { copies: copied, lost: named } = await backUp('one.backup')
  expect(copied).toEqual([good.path])
  expect(named.toSorted()).toEqual([lost.path, changed.path].toSorted())
  expect((await restore('one.backup')).ids).toEqual([good.key.id])
})

test('files in a store of their own are left there', async () => {
  await addFile()
  await backUp('one.backup', { hasFileStore: true })
  expect(await readdir(at('out'))).toEqual(['one.backup'])
})

test('a copy stays as long as a backup needs it, and is removed by the first backup after that', async () => {
  const [gone, kept] = [await addFile(), await addFile()]
  await backUp('one.backup')
  await backUp('two.backup')
  await removeFile(gone)
  const there = async () => (await stat(copies(gone.path)).catch(() => null)) !== null
  const tomorrow = async (work: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 3_600_000 })
    await work().finally(() => vi.useRealTimers())
  }
  await rm(at('out', 'one.backup'))
  await tomorrow(() => backUp('three.backup'))
  expect(await there()).toBe(true)
  // Nobody knows what a backup without its list needs.
  await writeFile(at('out', 'unknown.backup'), '')
  await rm(at('out', 'two.backup'))
  await tomorrow(() => backUp('four.backup'))
  expect(await there()).toBe(true)
  await rm(at('out', 'unknown.backup'))
  // Too young: another backup may have just made it.
  await backUp('five.backup')
  expect(await there()).toBe(true)
  await tomorrow(() => backUp('six.backup'))
  expect(await there()).toBe(false)
  expect((await readdir(copies('lists'))).toSorted()).toEqual(
    ['five', 'four', 'six', 'three'].map((name) => `${name}.backup`),
  )
  expect(await readFile(copies(kept.path))).toEqual(kept.bytes)
})

test('backups from before the first file need none of them', async () => {
  await backUp('empty.backup')
  expect(await readdir(at('out'))).toEqual(['empty.backup'])
  await addFile()
  await backUp('one.backup')
  expect(await readFile(copies('lists', 'empty.backup'), 'utf8')).toBe('')
})
