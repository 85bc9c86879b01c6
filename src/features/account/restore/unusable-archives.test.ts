import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillBusiness } from '../../../../test/support/filled/fill-business.ts'
import {
  exportArchive,
  freshAccount,
  readRestore,
  restoreInto,
} from '../../../../test/support/restored-account.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import type { Row } from './archive-rows.ts'

let app: TestApp
let archive: Buffer
let owner: Awaited<ReturnType<typeof freshAccount>>
beforeAll(async () => {
  app = await createTestApp()
  const { cookie } = await fillBusiness(app, 'Zebrafish')
  archive = await exportArchive(app, cookie)
  owner = await freshAccount(app)
})
afterAll(() => app.close())

type Files = Record<string, Uint8Array>

/** The archive with other files. */
function changed(change: (files: Files) => void): Buffer {
  const files: Files = unzipSync(new Uint8Array(archive))
  change(files)
  return Buffer.from(zipSync(files))
}

const json = (rows: unknown[]) => Buffer.from(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)

function withRows(table: string, change: (rows: Row[]) => unknown[]): Buffer {
  return changed((files) => {
    const name = `json/${table}.json`
    files[name] = json(change(JSON.parse(Buffer.from(files[name] ?? []).toString()) as Row[]))
  })
}

const withValue = (table: string, values: Row) =>
  withRows(table, ([first, ...rest]) => [{ ...first, ...values }, ...rest])

/** Tries to restore it, and returns why that was refused. Nothing may be left of it. */
async function refusal(bytes: Buffer): Promise<string | null> {
  await app.database.platform.query('delete from platform.rate_limits')
  const before = await filesOf(owner.businessId)
  const restore = await restoreInto(app, owner, bytes)
  expect(restore.state).toBe('failed')
  expect((await readRestore(app, owner.cookie)).data).toEqual([])
  expect(await filesOf(owner.businessId)).toEqual(before)
  return restore.problem
}

/** The files of receipts in the store. The parts of archives are removed by a job. */
async function filesOf(businessId: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of app.deps.files.list()) {
    const bytes = file.businessId === businessId ? await app.deps.files.read(file) : Buffer.from('')
    if (bytes.length < 100 && bytes.includes('Zebrafish')) found.push(file.id)
  }
  return found
}

const damaged = 'This archive is damaged or incomplete. Please export it again, or choose the original file.'

test('what is no archive, or is cut off or altered, is refused', async () => {
  const none = 'This file isn’t an archive. Please choose the zip file that you exported.'
  expect(await refusal(Buffer.from('%PDF-1.7 this is something else entirely'))).toBe(none)
  expect(await refusal(archive.subarray(0, archive.length - 1000))).toBe(none)
  expect(await refusal(archive.subarray(1000))).toBe(damaged)
  const altered = Buffer.from(archive)
  // Inside a file that is read, which is compressed.
  const clients = archive.indexOf('clients.json')
  altered.fill(0xff, clients + 40, clients + 140)
  expect(await refusal(altered)).toMatch(/damaged|in the form/)
})

test('another zip file, and one with two businesses, is refused', async () => {
  const other = Buffer.from(zipSync({ 'holiday.jpg': new Uint8Array(100) }))
  const text = 'This archive doesn’t contain one business. Please choose a file that you exported here.'
  expect(await refusal(other)).toBe(text)
  expect(await refusal(withRows('businesses', ([row]) => [row, row]))).toBe(text)
})

test('rows are checked: columns, values and what they refer to', async () => {
  const cases: [Buffer, RegExp][] = [
    [withValue('clients', { business_id: crypto.randomUUID() }), /column “business_id”, which is unknown/],
    [withValue('clients', { colour: 'red' }), /table clients .* “colour”, which is unknown here/],
    [withValue('clients', { email: null }), /table clients .* can’t be stored \(email\)/],
    [withValue('clients', { created_at: 'infinity' }), /clients .* “created_at” that doesn’t fit/],
    [withValue('clients', { company_name: 'a\0b' }), /“company_name” that doesn’t fit/],
    [withValue('clients', { currency: 'ABC' }), /“currency” that doesn’t fit/],
    [withValue('clients', { id: '../../etc/passwd' }), /“id” that doesn’t fit/],
    [withValue('businesses', { time_zone: 'Mars/Olympus' }), /“time_zone” that doesn’t fit/],
    [withValue('invoices', { total_minor: 1e300 }), /“total_minor” that doesn’t fit/],
    [withValue('invoices', { total_minor: -1 }), /table invoices .* can’t be stored/],
    [withValue('invoices', { status: 'gone' }), /table invoices .* can’t be stored/],
    [withValue('invoices', { lines: [{ description: 1 }] }), /“lines” that doesn’t fit/],
    [withValue('payments', { invoice_id: crypto.randomUUID() }), /table payments .* can’t be stored/],
    [withValue('payments', { rate: '1; drop table payments' }), /“rate” that doesn’t fit/],
    [withValue('receipts', { pages: [{ id: 'x', width: 1, height: 1 }] }), /“pages” that doesn’t fit/],
    [withRows('clients', (rows) => [...rows, ...rows]), /table clients .* can’t be stored/],
    [withRows('clients', ([row]) => [row, {}]), /don’t have the same columns/],
    [withRows('clients', () => [[1, 2]]), /json\/clients.json .* isn’t in the form/],
    [changed((files) => (files['json/clients.json'] = Buffer.from('[{"id":'))), /isn’t in the form/],
    [
      changed((files) => (files['json/clients.json'] = Buffer.from([0x5b, 10, 0xff, 0xfe, 10, 0x5d]))),
      /isn’t in the form/,
    ],
    [
      changed((files) => (files['json/clients.json'] = Buffer.from(`[\n${'['.repeat(100_000)}\n]\n`))),
      /isn’t in the form/,
    ],
  ]
  for (const [bytes, problem] of cases) expect(await refusal(bytes)).toMatch(problem)
})

test('files that are not the ones that were exported are refused', async () => {
  const logo = /^files\//
  const original = /^receipts\/.*lunch/
  const put = (pattern: RegExp, bytes: Uint8Array) =>
    changed((files) => {
      const name = Object.keys(files).find((one) => pattern.test(one))
      if (name === undefined) throw new Error('no file has this name')
      files[name] = bytes
    })
  expect(await refusal(put(logo, Buffer.from('<svg onload="alert(1)">')))).toMatch(
    /files\/.* isn’t the one that was exported/,
  )
  expect(await refusal(put(original, Buffer.from('%PDF-another one')))).toMatch(
    /lunch.pdf in this archive isn’t the one/,
  )
  expect(await refusal(put(/^receipts\/pictures/, Buffer.from('<html>')))).toMatch(
    /pictures\/.* isn’t the one/,
  )
})

test('an archive that unpacks to very much is refused without being unpacked', async () => {
  // Both lists of the zip say that the file is longer than it is, or shorter.
  const lying = Buffer.from(archive)
  const at = lying.indexOf(Buffer.from('json/mails.json'), lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])))
  lying.writeUInt32LE(10, at - 46 + 24)
  expect(await refusal(lying)).toBe(damaged)
  const huge = Buffer.from(archive)
  for (const name of ['json/mails.json', 'json/invoices.json'])
    huge.writeUInt32LE(
      0xffff_fff0,
      huge.indexOf(Buffer.from(name), huge.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))) - 46 + 24,
    )
  expect(await refusal(huge)).toBe('The tables of this archive are too large.')
  const shared = Buffer.from(archive)
  shared.writeUInt32LE(shared.length, at - 46 + 20)
  expect(await refusal(shared)).toBe(damaged)
})

test('older archives have fewer tables and columns, and a text that was changed does no harm', async () => {
  const older = changed((files) => {
    files['README.txt'] = Buffer.from('changed')
    files['notes/../../evil.txt'] = Buffer.from('ignored')
    delete files['json/invoice_templates.json']
    delete files['json/published_rates.json']
    const rows = JSON.parse(Buffer.from(files['json/clients.json'] ?? []).toString()) as Row[]
    files['json/clients.json'] = json(
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([name]) => name !== 'no_reminders' && name !== 'tax_id'),
        ),
      ),
    )
  })
  const other = await freshAccount(app)
  expect(await restoreInto(app, other, older)).toMatchObject({ state: 'restored', counts: { clients: 2 } })
})
