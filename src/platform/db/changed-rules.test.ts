import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { allJobs } from '../../jobs.ts'
import { projectFolder } from '../project-folder.ts'
import { connectOwner } from './connect-owner.ts'
import { migrate } from './migrate.ts'

const testDatabase = await createTestDatabase()
const { url } = testDatabase
const client = await connectOwner(url, 'millrace_test')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-rules-'))
  await cp(join(projectFolder, 'migrations'), folder, { recursive: true })
  await write('0900-sample-log.sql', 'create table platform.sample_log (text text)')
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
/** A rule, and a mark of each time that it was applied. */
const sampleRule = (text: string) =>
  `create or replace function platform.sample() returns text language sql immutable return '${text}';
   insert into platform.sample_log values ('${text}');`
const update = (beforeChange?: (firstNew: string) => Promise<void>) =>
  migrate(url, allJobs, { folder, beforeChange })
async function read(sql: string): Promise<unknown[]> {
  return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat()
}
const sample = async () => (await read('select platform.sample()'))[0]
const sampleLog = () => read('select text from platform.sample_log')

test('a database that this version has set up needs nothing', async () => {
  expect(await migrate(url, allJobs, { beforeChange: () => expect.fail('nothing changes') })).toEqual([])
})

test('a new rule is applied after the new migration that it needs, in the order of names', async () => {
  await write('always/a-rule.sql', 'create or replace view platform.a_view as select platform.b() as b')
  await write('0901-b.sql', 'create function platform.b() returns int language sql return 1')
  await write('always/sample.sql', sampleRule('first'))
  expect(await update()).toEqual([
    '0900-sample-log.sql',
    '0901-b.sql',
    'always/a-rule.sql',
    'always/sample.sql',
  ])
  expect(await sample()).toBe('first')
})

test('a changed rule is applied again, once, however many processes start together, after a backup', async () => {
  await write('always/sample.sql', sampleRule('second'))
  const asked: string[] = []
  const results = await Promise.all(
    Array.from({ length: 4 }, () => update(async (firstNew) => void asked.push(firstNew))),
  )
  expect(results.flat()).toEqual(['always/sample.sql'])
  expect(asked).toEqual(['always/sample.sql'])
  expect(await sampleLog()).toEqual(['first', 'second'])
  expect(await sample()).toBe('second')
})

test('a broken rule changes nothing, neither the rules before it nor the migrations', async () => {
  await write('0902-never.sql', 'create table platform.never (id int)')
  await write('always/sample.sql', sampleRule('third'))
  await write('always/x-broken.sql', 'select 1 / 0')
  const record = await read('select name || checksum || applied_at from migrations.repeatable order by name')
  await expect(update()).rejects.toThrow(
    'The migration always/x-broken.sql failed, and nothing was changed: division by zero',
  )
  expect(await sample()).toBe('second')
  expect(await read(`select to_regclass('platform.never')`)).toEqual([null])
  expect(
    await read('select name || checksum || applied_at from migrations.repeatable order by name'),
  ).toEqual(record)
  await rm(join(folder, 'always/x-broken.sql'))
  await rm(join(folder, '0902-never.sql'))
  expect(await update()).toEqual(['always/sample.sql'])
})

test('a migration that drops what a rule has made deletes its record, and the rule is applied again', async () => {
  await write(
    '0903-drop.sql',
    `drop function platform.sample; delete from migrations.repeatable where name = 'always/sample.sql'`,
  )
  expect(await update()).toEqual(['0903-drop.sql', 'always/sample.sql'])
  expect(await sample()).toBe('third')
})

test('a rule that was removed is forgotten: it is applied should it come back', async () => {
  await rm(join(folder, 'always/sample.sql'))
  await write('0904-no-sample.sql', 'drop function platform.sample')
  expect(await update()).toEqual(['0904-no-sample.sql'])
  expect(await update()).toEqual([])
  await write('always/sample.sql', sampleRule('third'))
  expect(await update()).toEqual(['always/sample.sql'])
  expect(await sample()).toBe('third')
})

test('a version before the last numbered migration refuses to start, and does not put its own rules back', async () => {
  await write('0905-newer.sql', '-- The rule sample.sql has changed.')
  await write('always/sample.sql', sampleRule('newer'))
  await update()
  await rm(join(folder, '0905-newer.sql'))
  await write('always/sample.sql', sampleRule('older'))
  await expect(update()).rejects.toThrow('newer version of this program (it has 0905-newer.sql)')
  expect(await sample()).toBe('newer')
})
