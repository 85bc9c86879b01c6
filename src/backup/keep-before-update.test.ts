import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAt } from '../../test/support/backups.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { allJobs } from '../jobs.ts'
import { migrate } from '../platform/db/migrate.ts'
import { projectFolder } from '../platform/project-folder.ts'
import { backUpBeforeUpdate } from './keep-before-update.ts'

const testDatabase = await createTestDatabase()
const { url } = testDatabase
let folder: string
let migrations: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-update-'))
  migrations = join(folder, 'migrations')
  await cp(join(projectFolder, 'migrations'), migrations, { recursive: true })
  await writeFile(join(migrations, '9998-first.sql'), 'create table platform.first (id int)')
})
afterAll(async () => {
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

let hour = 0
function update(dataDir: string) {
  const now = new Date(Date.UTC(2026, 0, 1, hour++))
  const source = { url, dataDir, version: '0.0.0', now }
  return migrate(url, allJobs, {
    folder: migrations,
    beforeChange: async (firstNew) => void (await backUpBeforeUpdate(source, firstNew)),
  })
}
const isUpdated = async () => (await queryAt(url, `select from pg_class where relname = 'first'`)).length > 0

test('without room for a backup the update is not begun', async () => {
  // Where a folder belongs.
  await writeFile(join(folder, 'backups'), 'a file')
  await expect(update(folder)).rejects.toThrow(
    /^The update was not started because the backup before it could not/,
  )
  expect(await isUpdated()).toBe(false)
})

test('an update that fails at its second migration leaves nothing of the first; the newest five backups stay', async () => {
  const dataDir = join(folder, 'data')
  const second = join(migrations, '9999-second.sql')
  await writeFile(second, 'create table platform.second (id int); select 1 / 0')
  for (let n = 0; n < 7; n++) {
    await expect(update(dataDir)).rejects.toThrow(
      'The migration 9999-second.sql failed, and nothing was changed: division by zero',
    )
  }
  expect(await isUpdated()).toBe(false)
  await rm(second)
  expect(await update(dataDir)).toEqual(['9998-first.sql'])
  expect(await isUpdated()).toBe(true)
  expect((await readdir(join(dataDir, 'backups'))).toSorted()).toEqual(
    ['04', '05', '06', '07', '08'].map((at) => `before-9998-first-20260101T${at}0000000Z.backup`),
  )
  // Nothing is new: nothing is backed up.
  expect(await update(dataDir)).toEqual([])
  expect(await readdir(join(dataDir, 'backups'))).toHaveLength(5)
})

test('a changed rule alone is an update, too', async () => {
  const dataDir = join(folder, 'rules')
  await writeFile(join(migrations, 'always', 'count-first.sql'), 'select count(*) from platform.first')
  expect(await update(dataDir)).toEqual(['always/count-first.sql'])
  expect(await update(dataDir)).toEqual([])
  expect(await readdir(join(dataDir, 'backups'))).toEqual([
    expect.stringMatching(/^before-always-count-first-20260101T\d{9}Z\.backup$/),
  ])
})
