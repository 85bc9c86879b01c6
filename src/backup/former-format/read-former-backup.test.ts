import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { queryAt } from '../../../test/support/backups.ts'
import { allJobs } from '../../jobs.ts'
import { openAlone } from '../../platform/db/open-for-command.ts'
import { restoreBackup } from '../restore-backup.ts'

const passphrase = 'a passphrase for tests'
const fixture = (name: string) => join(import.meta.dirname, `${name}.former`)
const database = `millrace_former_${randomBytes(6).toString('hex')}`
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-former-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['plain', 'encrypted'])('a backup of version 0.1.0 is restored: %s', async (name) => {
  const dataDir = join(folder, name)
  const url = new URL(inject('serverUrl'))
  url.pathname = `/${database}`
  await queryAt(inject('serverUrl'), `create database ${database}`)
  try {
    const { manifest } = await restoreBackup({
      file: fixture(name),
      dataDir,
      jobs: allJobs,
      readPassphrase: async () => passphrase,
      openTarget: () => openAlone({ databaseUrl: url.href, dataDir }),
    })
    expect(manifest).toMatchObject({ version: '0.1.0', madeAt: '2026-01-01T00:00:00.000Z' })
    expect(await queryAt(url.href, 'select identifier, value, expires_at from auth.verifications')).toEqual([
      {
        identifier: 'former',
        value: 'two\nlines, a\ttab, a \\ and ä',
        expires_at: new Date('2026-01-02T03:04:05Z'),
      },
    ])
    expect(await queryAt(url.href, 'select email from auth.users')).toEqual([{ email: 'ada@test.example' }])
    expect(
      await queryAt(
        url.href,
        `select last_value from pg_sequences where sequencename = 'money_changes_id_seq'`,
      ),
    ).toEqual([{ last_value: '4711' }])
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('the secret of a former installation')
    expect((await stat(join(dataDir, 'mail', 'one.eml'))).mode & 0o777).toBe(0o640)
  } finally {
    await queryAt(inject('serverUrl'), `drop database ${database} with (force)`)
  }
})

test.each([
  ['plain', (bytes: Buffer) => bytes.fill(0, 100, 101), passphrase, /checksum does not match/],
  ['plain', (bytes: Buffer) => bytes.subarray(0, -500), passphrase, /checksum does not match/],
  ['plain', (bytes: Buffer) => bytes.subarray(0, 40), passphrase, /checksum does not match/],
  ['encrypted', (bytes: Buffer) => bytes, 'another passphrase', /^The passphrase is wrong/],
] as const)('one that was changed is refused: %s, case %#', async (name, change, given, words) => {
  const file = join(folder, 'changed')
  await writeFile(file, change(await readFile(fixture(name))))
  const restored = restoreBackup({
    file,
    dataDir: join(folder, 'nowhere'),
    jobs: [],
    readPassphrase: async () => given,
    openTarget: () => Promise.reject(new Error('the target was opened')),
  })
  await expect(restored).rejects.toThrow(words)
  expect(await stat(join(folder, 'nowhere')).catch(() => 'none')).toBe('none')
})
