import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { exportData } from '../src/features/account/export-data.ts'
import { allJobs } from '../src/jobs.ts'
import { type Database, connect } from '../src/platform/db/connect.ts'
import { openAlone } from '../src/platform/db/open-for-command.ts'
import { createFolderStore } from '../src/platform/files/folder-store.ts'
import type { Identity } from '../src/platform/http/api.ts'
import {
  flip,
  forge,
  lastChunkOff,
  queryAt,
  rowsIn,
  shapeOf,
  spawnProgram,
  swapChunks,
  withFittingDigest,
} from './support/backups.ts'
import { fillBusiness } from './support/filled/fill-business.ts'
import { quickenPassphrases } from './support/quick-passphrases.ts'
import { type TestApp, createTestApp } from './support/test-app.ts'

const now = () => new Date('2026-11-16T12:00:00Z')
const passphrase = 'a passphrase for tests'
/** Random, so that compression does not change its size. */
const mail = randomBytes(300_000)
const names = ['Zebrafish', 'Quagga', 'Okapi']

let app: TestApp
let folder: string
let dataDir: string
let people: Identity[]
/** The target of restores that must be refused. */
let untouched: Awaited<ReturnType<typeof emptyTarget>>
const at = (name: string) => join(folder, name)
const source = () => ({ url: app.url, dataDir, version: '0.0.0', now: now() })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-backup-'))
  dataDir = at('data')
  await mkdir(join(dataDir, 'mail'), { recursive: true })
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'secret'), 'the secret of this installation', { mode: 0o600 })
  await writeFile(join(dataDir, 'mail', 'one.eml'), mail)
  await chmod(join(dataDir, 'mail', 'one.eml'), 0o640)
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), 'the cluster')
  app = await createTestApp({ now, files: createFolderStore(join(dataDir, 'files')) })
  untouched = await emptyTarget()
  people = []
  for (const name of names) people.push(identityOf(name, await fillBusiness(app, name)))
  // More than one part of a table takes.
  await queryAt(
    app.url,
    `insert into auth.verifications (identifier, value, expires_at)
     select 'large', repeat(md5(n::text), 100000), now() from generate_series(1, 4) n`,
  )
})
afterAll(async () => {
  await untouched.drop()
  await app.close()
  await rm(folder, { recursive: true })
})

function identityOf(
  name: string,
  { userId, businessId, email }: { userId: string; businessId: string; email: string },
) {
  return {
    userId,
    businessId,
    name,
    email,
    sessionId: userId,
    emailVerified: false,
    role: 'user' as const,
    mustChangePassword: false,
    isConfirmed: true,
    memberRole: 'owner' as const,
    owner: { name, email },
    business: { name, timeZone: 'UTC', currency: 'USD', locale: 'en-US', deleteAfter: null },
  }
}

async function exportsOf(database: Database, from = dataDir): Promise<Buffer[]> {
  const files = createFolderStore(join(from, 'files'))
  const archives: Buffer[] = []
  for (const identity of people) {
    const { bytes } = await exportData({ database, files, log: app.deps.log, now }, identity)
    archives.push(await buffer(bytes as ReadableStream<Uint8Array>))
  }
  return archives
}

/** Creates an empty database, and the path of a data folder that does not exist. */
async function emptyTarget() {
  const name = `millrace_restore_${randomBytes(6).toString('hex')}`
  await queryAt(inject('serverUrl'), `create database ${name}`)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${name}`
  const target = { url: url.href, dataDir: at(name) }
  return {
    ...target,
    restore: (file: string, given = passphrase) => restoreInto(target, file, given),
    tables: () =>
      queryAt(
        target.url,
        `select from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^pg_|^info'`,
      ),
    drop: () => queryAt(inject('serverUrl'), `drop database ${name} with (force)`),
  }
}

function restoreInto(target: { url: string; dataDir: string }, file: string, given = passphrase) {
  return restoreBackup({
    file,
    dataDir: target.dataDir,
    jobs: allJobs,
    readPassphrase: async () => given,
    openTarget: () => openAlone({ databaseUrl: target.url, dataDir: target.dataDir }),
  })
}

test('three businesses come back from an encrypted backup: every row, every file, and each export byte for byte', async () => {
  const before = await exportsOf(app.database)
  const shape = await shapeOf(app.url)
  quickenPassphrases()
  const written = await writeBackup(source(), { file: at('whole.backup'), passphrase })
  await writeBackup(source(), { file: at('plain.backup') })
  expect((await stat(written.file)).mode & 0o777).toBe(0o600)
  expect(written).toMatchObject({ files: 2, tables: (await rowsIn(at('plain.backup'))).size })

  const target = await emptyTarget()
  try {
    const { manifest } = await target.restore(written.file)
    expect(manifest.tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(written.rows)
    const restored = connect({ url: target.url, onError: () => undefined })
    expect(
      (await exportsOf(restored, target.dataDir)).map((archive, n) => archive.equals(before[n]!)),
    ).toEqual([true, true, true])
    await restored.close()
    expect(await shapeOf(target.url)).toEqual(shape)
    await expect(target.restore(at('plain.backup'))).rejects.toThrow(/^The database is not empty/)

    await writeBackup({ ...source(), url: target.url }, { file: at('again.backup') })
    const [first, second] = [await rowsIn(at('plain.backup')), await rowsIn(at('again.backup'))]
    // Creating the exports was counted, and queue options are written at every start and by maintenance.
    for (const name of ['platform.rate_limits', 'pgboss.queue', 'pgboss.version']) {
      expect(second.get(name)).toHaveLength(first.get(name)!.length)
      first.delete(name)
      second.delete(name)
    }
    expect(first.get('public.invoices')!.length).toBeGreaterThan(5)
    expect(second).toEqual(first)

    expect(await readFile(join(target.dataDir, 'mail', 'one.eml'))).toEqual(mail)
    expect((await stat(join(target.dataDir, 'mail', 'one.eml'))).mode & 0o777).toBe(0o640)
    expect((await stat(join(target.dataDir, 'secret'))).mode & 0o777).toBe(0o600)
    expect((await readdir(target.dataDir)).toSorted()).toEqual(['files', 'mail', 'secret'])
    const sequences = `select schemaname, sequencename, last_value from pg_sequences order by 1, 2`
    expect(await queryAt(target.url, sequences)).toEqual(await queryAt(app.url, sequences))
  } finally {
    await target.drop()
  }
})

test('what was encrypted has no plain text in it', async () => {
  const piece = mail.subarray(100_000, 100_032)
  expect((await readFile(at('plain.backup'))).includes(piece)).toBe(true)
  expect((await readFile(at('whole.backup'))).includes(piece)).toBe(false)
})

test.each([
  ['a flipped byte', 'plain', flip, /checksum does not match/],
  ['a cut file', 'plain', (bytes: Buffer) => bytes.subarray(0, -5000), /checksum does not match/],
  [
    'a flipped byte with a checksum that fits',
    'plain',
    (bytes: Buffer) => withFittingDigest(flip(bytes)),
    /backup is damaged/,
  ],
  ['an encrypted file with a flipped byte', 'whole', flip, /file has been changed/],
  ['swapped chunks', 'whole', swapChunks, /file has been changed/],
  ['a last chunk that is gone', 'whole', lastChunkOff, /file has been changed/],
  ['something else', 'plain', () => Buffer.from('something else'), /not a backup/],
] as const)('%s is refused before anything is written', async (_, file, change, words) => {
  const forged = await forge(at(`${file}.backup`), change)
  await expect(untouched.restore(forged)).rejects.toThrow(words)
  expect(await untouched.tables()).toEqual([])
  expect(await stat(untouched.dataDir).catch(() => 'none')).toBe('none')
})

test('a wrong passphrase, another secret and a database in use are refused, and nothing is written', async () => {
  await expect(untouched.restore(at('whole.backup'), 'another passphrase')).rejects.toThrow(
    /passphrase is wrong/,
  )
  await mkdir(untouched.dataDir)
  await writeFile(join(untouched.dataDir, 'secret'), 'another secret')
  await expect(untouched.restore(at('plain.backup'))).rejects.toThrow(
    /secret already exists and differs from the/,
  )
  expect(await untouched.tables()).toEqual([])
  const inUse = { url: app.url, dataDir: at('elsewhere') }
  const rows = await queryAt(app.url, 'select id from auth.users order by id')
  await expect(restoreInto(inUse, at('plain.backup'))).rejects.toThrow(
    'Millrace is running on this database. Stop it first.',
  )
  expect(await queryAt(app.url, 'select id from auth.users order by id')).toEqual(rows)
  expect(await readdir(untouched.dataDir)).toEqual(['secret'])
})

test.each([
  [
    `insert into migrations.applied values ('9999-future.sql', 'x')`,
    /newer version .* it has 9999-future\.sql/,
  ],
  [
    `update migrations.applied set checksum = 'x' where name like '0003%'`,
    /0003-payments\.sql in the backup does not/,
  ],
])('a backup of other migrations is refused: %s', async (change, words) => {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  const { rows } = await client.query('select * from migrations.applied')
  const file = at(`other-${randomBytes(4).toString('hex')}.backup`)
  try {
    await client.query(change)
    await writeBackup(source(), { file })
    await expect(untouched.restore(file)).rejects.toThrow(words)
    expect(await untouched.tables()).toEqual([])
  } finally {
    await client.query('delete from migrations.applied')
    await client.query(
      'insert into migrations.applied select * from json_populate_recordset(null::migrations.applied, $1)',
      [JSON.stringify(rows)],
    )
    await client.end()
  }
})

test('a backup while others write is of one moment', async () => {
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  const over = new AbortController()
  const writing = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await client.query(
        `begin;
         insert into auth.verifications (identifier, value, expires_at) values ('moment', '${n}', now());
         insert into platform.help_votes (article) values ('moment ${n}');
         commit`,
      )
    }
  })()
  try {
    await writeBackup(source(), { file: at('busy.backup') })
  } finally {
    over.abort()
    await writing
    await client.end()
  }
  const tables = await rowsIn(at('busy.backup'))
  const seen = (name: string) => tables.get(name)!.filter((row) => row.includes('moment')).length
  expect(seen('auth.verifications')).toBeGreaterThan(0)
  expect(seen('platform.help_votes')).toBe(seen('auth.verifications'))
})

test('a backup that is killed leaves no file that looks whole', async () => {
  // Reading this table takes longer than the test.
  await queryAt(
    app.url,
    `create policy endless on invoices as restrictive for select to millrace_backup
     using (case when current_query() ilike 'copy%' then pg_sleep(3600) is not null else true end)`,
  )
  const folderOf = at('killed')
  const env = { DATABASE_URL: app.url, MILLRACE_DATA: dataDir }
  const { child, ended } = spawnProgram('backup', env, join(folderOf, 'killed.backup'))
  const copying = `query ilike 'copy "public"."invoices"%' and state = 'active'`
  try {
    await expect.poll(() => queryAt(app.url, `select from pg_stat_activity where ${copying}`)).toHaveLength(1)
    child.kill('SIGKILL')
    expect((await ended).code).toBeNull()
  } finally {
    await queryAt(app.url, `select pg_terminate_backend(pid) from pg_stat_activity where ${copying}`)
    await queryAt(app.url, 'drop policy endless on invoices')
  }
  const [left = '', ...others] = await readdir(folderOf)
  expect(others).toEqual(['millrace-files'])
  expect(left).toMatch(/^killed\.backup\.[0-9a-f]{12}\.part$/)
  expect((await stat(join(folderOf, left))).size).toBeGreaterThan(mail.length)
  await expect(untouched.restore(join(folderOf, left))).rejects.toThrow(/checksum does not match/)
  expect(await untouched.tables()).toEqual([])
})

test('the role for backups reads every table, also those that are made later, and writes none', async () => {
  await queryAt(
    app.url,
    `create schema later; create table later.things (id int);
     create table public.later_things (business_id uuid not null references businesses);
     call platform.protect_tenant_table('later_things')`,
  )
  const rows = await queryAt<{ name: string; reads: boolean; writes: boolean; sees: boolean }>(
    app.url,
    `select c.oid::regclass::text as name,
       has_schema_privilege('millrace_backup', n.oid, 'usage') and has_table_privilege('millrace_backup', c.oid, 'select') as reads,
       has_table_privilege('millrace_backup', c.oid, 'insert, update, delete, truncate, references, trigger') as writes,
       not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r'
         and p.polroles = array['millrace_backup'::regrole::oid] and pg_get_expr(p.polqual, c.oid) = 'true') as sees
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)'`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['later.things', 'later_things', 'pgboss.job']),
  )
  const expected = { reads: true, writes: false, sees: true }
  expect(rows).toEqual(rows.map(({ name }) => ({ name, ...expected })))
})
