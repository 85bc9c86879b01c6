import { Decrypter } from 'age-encryption'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryAt } from '../../test/support/backups.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { writeBackup } from './write-backup.ts'

const run = promisify(execFile)
const passphrase = 'a passphrase for tests'
const testDatabase = await createTestDatabase()
let folder: string
const at = (...names: string[]) => join(folder, ...names)
const source = () => ({
  url: testDatabase.url,
  dataDir: at('data'),
  version: '1.2.3',
  now: new Date('2026-11-16T12:00:00Z'),
})
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-tools-'))
  await mkdir(at('data', 'mail'), { recursive: true })
  await writeFile(at('data', 'secret'), 'the secret', { mode: 0o600 })
  await writeFile(at('data', 'mail', `${'long'.repeat(40)} name ä.eml`), 'a mail')
  await writeFile(at('data', 'mail', 'two\nlines.eml'), '')
  await queryAt(
    testDatabase.url,
    `insert into auth.verifications (identifier, value, expires_at)
     select 'large', repeat(md5(n::text), 100000), now() from generate_series(1, 4) n`,
  )
})
afterAll(async () => {
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})

async function extract(file: string, into: string) {
  await mkdir(into)
  await run('tar', ['-xf', file, '-C', into])
  return run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: into })
}

test('tar lists and extracts a plain backup, and sha256sum finds every file as it was', async () => {
  const written = await writeBackup(source(), { file: at('plain.backup') })
  expect(written.checksum).toBe(
    createHash('sha256')
      .update(await readFile(written.file))
      .digest('hex'),
  )
  const names = (await run('tar', ['-tf', written.file])).stdout.trim().split('\n')
  expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'SHA256SUMS'])
  expect(names).toEqual(
    expect.arrayContaining([
      'files/secret',
      'tables/auth.verifications/0001.copy.gz',
      'tables/auth.verifications/0002.copy.gz',
      'tables/public.invoices/0001.copy.gz',
    ]),
  )
  expect(await extract(written.file, at('plain'))).toMatchObject({ stdout: '', stderr: '' })
  expect(await readFile(at('plain', 'files', 'secret'), 'utf8')).toBe('the secret')
  expect(JSON.parse(await readFile(at('plain', 'manifest.json'), 'utf8'))).toMatchObject({
    format: 2,
    version: '1.2.3',
    madeAt: '2026-11-16T12:00:00.000Z',
  })
  const part = gunzipSync(await readFile(at('plain', 'tables', 'auth.verifications', '0002.copy.gz')))
  // A part is a file for COPY: it begins with a row and ends with one.
  expect(part.toString()).toMatch(/^[0-9a-f-]{36}\tlarge\t[^\n]*\n([^\n]*\n)*$/)
})

test('an encrypted backup is that archive in the format of age', async () => {
  const { file } = await writeBackup(source(), { file: at('encrypted.backup'), passphrase })
  const bytes = await readFile(file)
  expect(bytes.toString('latin1').split('\n').slice(0, 2)).toEqual([
    'age-encryption.org/v1',
    expect.stringMatching(/^-> scrypt [\w+/]{22} 18$/),
  ])
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  await writeFile(at('decrypted.tar'), await decrypter.decrypt(bytes))
  expect(await extract(at('decrypted.tar'), at('decrypted'))).toMatchObject({ stdout: '', stderr: '' })
  expect(await readFile(at('decrypted', 'files', 'secret'), 'utf8')).toBe('the secret')
})
