import { unzipSync } from 'fflate'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../../test/support/exports/parse-csv.ts'
import { fillBusiness } from '../../../test/support/filled/fill-business.ts'
import { addInvoiceRow } from '../../../test/support/fixtures/invoice-rows.ts'
import { type TestApp, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { listen } from '../../platform/http/listen.ts'
import { exportData as exportEndpoint } from './contract.ts'
import { exportData } from './export-data.ts'
import { exportedTables } from './exported-tables.ts'

let app: TestApp
let zebra: Awaited<ReturnType<typeof fillBusiness>>
let quagga: Awaited<ReturnType<typeof fillBusiness>>
beforeAll(async () => {
  app = await createTestApp()
  zebra = await fillBusiness(app, 'Zebrafish')
  quagga = await fillBusiness(app, 'Quagga')
})
afterAll(() => app.close())

const download = (cookie: string) => app.send(exportEndpoint, {}, { cookie })

async function open(response: Response) {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  return {
    files,
    text,
    json: (table: string) => JSON.parse(text(`json/${table}.json`)) as Record<string, unknown>[],
    csv: (table: string) => parseCsv(text(`csv/${table}.csv`)),
    everything: Object.entries(files)
      .map(([name, bytes]) => name + Buffer.from(bytes).toString('latin1'))
      .join('\n'),
  }
}

test('the archive has every row of the business and nothing of any other', async () => {
  const response = await download(zebra.cookie)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="millrace-export-zebrafish-\d{4}-\d\d-\d\d\.zip"$/,
  )
  const archive = await open(response)
  for (const { name, columns } of exportedTables) {
    const { rows } = await withTenant(app.database, zebra.businessId, ({ client }) =>
      client.query(`select * from ${name}`),
    )
    expect([name, rows.length > 0]).toEqual([name, true])
    const key = columns.includes('id') ? 'id' : (columns[0] ?? '')
    const keys = rows.map((row) => row[key] as unknown).toSorted()
    expect([
      name,
      archive
        .json(name)
        .map((row) => row[key])
        .toSorted(),
    ]).toEqual([name, keys])
    expect([
      name,
      archive
        .csv(name)
        .map((row) => row[key])
        .toSorted(),
    ]).toEqual([name, keys.map(String)])
  }
  expect(archive.everything).toContain('Zebrafish')
  expect(archive.everything).not.toMatch(/quagga/i)
  for (const id of [quagga.businessId, quagga.userId, quagga.logoId, ...quagga.invoiceIds]) {
    expect(archive.everything).not.toContain(id)
  }
  // The same search finds them where they are.
  const other = await open(await download(quagga.cookie))
  expect(other.everything).toMatch(/quagga/i)
  for (const id of quagga.invoiceIds) expect(other.everything).toContain(id)
  expect(other.everything).not.toMatch(/zebrafish/i)
})

test('JSON is exact, CSV is for spreadsheets, and the readme tells them apart', async () => {
  const archive = await open(await download(zebra.cookie))
  const [client] = archive.json('clients')
  expect(client).toMatchObject({
    contact_name: '=Zebrafish formula',
    phone: '+41 Zebrafish',
    address: 'Zebrafish "street"\nand, town',
  })
  expect(archive.csv('clients')[0]).toMatchObject({
    contact_name: "'=Zebrafish formula",
    phone: "'+41 Zebrafish",
    address: 'Zebrafish "street"\nand, town',
  })
  expect(archive.text('csv/clients.csv')).toMatch(/^\u{feff}/u)
  expect(archive.json('payments')[0]).toMatchObject({ amount_minor: 4999, received_on: '2026-11-15' })
  expect(archive.csv('payments')[0]).toMatchObject({ amount: '49.99', received_on: '2026-11-15' })
  expect(archive.csv('refunds')[0]).toMatchObject({ invoice_number: 'Zebrafish number' })
  expect(archive.csv('disputes')[0]).toMatchObject({ invoice_number: 'Zebrafish number' })
  const { invoice_id: id, invoice_number: number } = archive.csv('credit_notes')[0] ?? {}
  expect(archive.csv('invoices')).toContainEqual(expect.objectContaining({ id, number }))
  const [invoice] = archive.json('invoices')
  expect(invoice?.['lines']).toEqual([{ description: 'Zebrafish line', quantity: 1500, rateMinor: 12_345 }])
  expect(String(invoice?.['created_at'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  expect(archive.text('json/invoices.json').split('\n')).toHaveLength(2 + 3 + 1)
  expect(archive.json('mails').find(({ html }) => html === '<p>Zebrafish</p>')).toBeDefined()
  expect(Object.keys(archive.csv('mails')[0] ?? {})).not.toContain('html')
  expect(archive.json('tax_rates')[0]).toMatchObject({ rate: 7700 })
  expect(archive.csv('tax_rates')[0]).toMatchObject({ rate: '7.7' })
  expect(archive.csv('invoices')[0]).toMatchObject({ subtotal: '1250.00', discount: '0.00', fees: '0.00' })
  expect(archive.json('account')).toMatchObject([
    { id: zebra.userId, name: 'Zebrafish Owner', email: zebra.email, email_verified: false },
  ])
  const readme = archive.text('README.txt')
  for (const { name } of exportedTables) expect(readme).toContain(name)
  expect(readme).toContain('invoice_lines.csv and credit_note_lines.csv')
  expect(readme).toContain("an apostrophe (')")
})

test('every spreadsheet names each of its columns once', async () => {
  const archive = await open(await download(zebra.cookie))
  const sheets = Object.keys(archive.files).filter((name) => name.startsWith('csv/'))
  expect(sheets).toHaveLength(exportedTables.length + 4)
  for (const sheet of sheets) {
    const names = archive.text(sheet).split('\r\n', 1)[0]?.split(',') ?? []
    expect([sheet, ...new Set(names)]).toEqual([sheet, ...names])
  }
})

test('the lines of invoices are a spreadsheet of their own, in order over all pages', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  const line = (n: number) => ({ description: `=Line ${n}`, quantity: n * 500, rateMinor: 12_345 })
  const taxes = ['VAT', 'Levy'].map((name, index) => ({ name, rate: 7700 - index * 6700 }))
  const long = await addInvoiceRow(app.database, businessId, {
    lines: Array.from({ length: 200 }, (_, n) => line(n + 1)),
    taxes,
    createdAt: new Date('2026-11-01T00:00:00Z'),
  })
  const one = await addInvoiceRow(app.database, businessId)
  const short = await addInvoiceRow(app.database, businessId, {
    lines: [
      { description: 'Half a cent', quantity: 500, rateMinor: 1, taxes: [1] },
      { description: 'Most', quantity: 9_999_999_999, rateMinor: 10, taxes: [] },
    ],
    taxes,
  })
  const archive = await open(await download(cookie))
  const rows = archive.csv('invoice_lines')
  expect(rows.map((row) => [row['invoice_id'], row['position']])).toEqual([
    ...Array.from({ length: 200 }, (_, n) => [long, String(n + 1)]),
    [short, '1'],
    [short, '2'],
  ])
  expect(rows[2]).toEqual({
    invoice_id: long,
    invoice_number: long.slice(0, 8).toUpperCase(),
    position: '3',
    description: "'=Line 3",
    quantity: '1.5',
    currency: 'USD',
    rate: '123.45',
    amount: '185.18',
    taxes: 'VAT (7.7%), Levy (1%)',
  })
  expect(rows[200]).toMatchObject({ quantity: '0.5', rate: '0.01', amount: '0.01', taxes: 'Levy (1%)' })
  expect(rows[201]).toMatchObject({ quantity: '9999999.999', rate: '0.10', amount: '1000000.00', taxes: '' })
  expect(archive.json('invoices').map(({ id }) => id)).toContain(one)
  expect(Object.keys(archive.files)).not.toContain('json/invoice_lines.json')
})

test('the pictures are in it as they are kept', async () => {
  const archive = await open(await download(zebra.cookie))
  const { rows } = await withTenant(app.database, zebra.businessId, ({ client }) =>
    client.query<{ id: string; content_type: string; bytes: Buffer }>('select * from files'),
  )
  const names = rows.map(
    ({ id, content_type: type }) => `files/${id}.${type === 'image/png' ? 'png' : 'jpg'}`,
  )
  expect(Object.keys(archive.files).filter((name) => name.startsWith('files/'))).toEqual(names)
  expect(Buffer.from(archive.files[names[0] ?? ''] ?? [])).toEqual(rows[0]?.bytes)
})

test('no secret is in it, neither as it was typed nor as it is kept', async () => {
  const archive = await open(await download(zebra.cookie))
  const [own] = archive.json('integrations')
  expect(own).toMatchObject({ has_stripe_secret_key: true, has_email_password: true })
  expect(
    Object.keys(own ?? {}).filter((key) => /secret|password/.test(key) && !key.startsWith('has_')),
  ).toEqual([])
  const { rows } = await withTenant(app.database, zebra.businessId, ({ client }) =>
    client.query<{ wrapped: Buffer }>('select wrapped from data_keys'),
  )
  const kept = [...zebra.sealed, ...rows.map(({ wrapped }) => wrapped)]
  expect(kept.length).toBeGreaterThan(5)
  for (const bytes of kept) {
    for (const form of ['hex', 'base64', 'latin1'] as const) {
      expect(archive.everything).not.toContain(bytes.toString(form))
    }
  }
  for (const secret of zebra.secrets) expect(archive.everything).not.toContain(secret)
  const { rows: hashes } = await app.database.auth.query<{ password: string; token: string }>(
    'select a.password, s.token from auth.accounts a join auth.sessions s using (user_id) where user_id = $1',
    [zebra.userId],
  )
  for (const { password, token } of hashes) {
    expect(archive.everything).not.toContain(password)
    expect(archive.everything).not.toContain(token)
  }
})

test('it shows one moment, whatever happens while it is read', async () => {
  const { cookie, session } = await app.signUpAndIn()
  const businessId = session.business.id
  await withTenant(app.database, businessId, ({ client }) =>
    client.query(
      `insert into clients (business_id, created_by, company_name, email, address)
       select $1, $1, 'Client ' || n, 'client' || n || '@example.com', repeat(md5(n::text), 30)
       from generate_series(1, 3000) n`,
      [businessId],
    ),
  )
  const response = await download(cookie)
  const reader = (response.body ?? new ReadableStream()).getReader()
  const chunks: Uint8Array[] = []
  const read = async () => {
    const { value } = await reader.read()
    if (value) chunks.push(value)
    return value !== undefined
  }
  // As far as the first rows of clients.
  while (!Buffer.concat(chunks).includes('json/clients.json')) await read()
  await addInvoiceRow(app.database, businessId)
  await withTenant(app.database, businessId, ({ client }) => client.query('delete from clients'))
  while (await read());
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)))
  const rows = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString()) as unknown[]
  expect(rows('json/clients.json')).toHaveLength(3000)
  expect(rows('json/invoices.json')).toHaveLength(0)
})

/** How many transactions of businesses are open. */
async function openTransactions(): Promise<number> {
  const owner = new pg.Client({ connectionString: app.url })
  await owner.connect()
  const { rows } = await owner.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'millrace_app' and xact_start is not null`,
  )
  await owner.end()
  return rows[0]?.open ?? 0
}

/** Reads until the database is being read. */
async function readSome(body: ReadableStream<Uint8Array> | null) {
  const reader = (body ?? new ReadableStream<Uint8Array>()).getReader()
  while ((await openTransactions()) === 0) await reader.read()
  return reader
}

test('one export of a business at a time; a reader that leaves gives its connection back', async () => {
  const { cookie } = await app.signUpAndIn()
  const first = await download(cookie)
  const reader = await readSome(first.body)
  const second = await download(cookie)
  expect(second.status).toBe(429)
  expect((await problemOf(second)).message).toContain('already running')
  await reader.cancel()
  await expect.poll(openTransactions).toBe(0)
  const third = await download(cookie)
  expect(third.status).toBe(200)
  await third.body?.cancel()
})

async function addIdentity() {
  const { session } = await app.signUpAndIn()
  const { user, business } = session
  return {
    ...user,
    isConfirmed: true,
    memberRole: 'owner' as const,
    owner: { name: user.name, email: user.email },
    userId: user.id,
    sessionId: user.id,
    businessId: business.id,
    business,
  }
}

test('with every place taken an export is refused', async () => {
  const { cookie } = await app.signUpAndIn()
  const identities = await Promise.all(Array.from({ length: 4 }, addIdentity))
  const taken = await Promise.all(identities.map((identity) => exportData(app.deps, identity)))
  const refused = await download(cookie)
  expect(refused.status).toBe(503)
  expect((await problemOf(refused)).message).toContain('Other exports are running')
  for (const { bytes } of taken) await (bytes as ReadableStream).cancel()
  await expect.poll(openTransactions).toBe(0)
})

test('readers that do not read lose their places', async () => {
  const { cookie } = await app.signUpAndIn()
  const identities = await Promise.all(Array.from({ length: 4 }, addIdentity))
  for (const identity of identities) {
    await exportData(app.deps, identity, { maxPauseMs: 500, limitMs: 60_000 })
  }
  await expect
    .poll(async () => {
      const { status, body } = await download(cookie)
      await body?.cancel()
      return status
    })
    .toBe(200)
})

test('a reader that stops in the middle is given up', async () => {
  // A slow machine reads too slowly itself: the export then gets more patience.
  for (let maxPauseMs = 500; ; maxPauseMs *= 4) {
    const identity = await addIdentity()
    const { bytes } = await exportData(app.deps, identity, { maxPauseMs, limitMs: 3_600_000 })
    const reader = await readSome(bytes as ReadableStream<Uint8Array>).catch(() => null)
    if (!reader) continue
    await expect.poll(openTransactions).toBe(0)
    await expect(reader.read()).rejects.toThrow('did not ask for more')
    return
  }
})

test('a connection that breaks breaks the download, and nothing else', async () => {
  const { cookie, session } = await app.signUpAndIn()
  await withTenant(app.database, session.business.id, ({ client }) =>
    client.query(
      `insert into clients (business_id, created_by, company_name, email, address)
       select $1, $1, 'Client', n || '@example.com',
         (select string_agg(md5(n || '-' || part), '') from generate_series(1, 50) part)
       from generate_series(1, 3000) n`,
      [session.business.id],
    ),
  )
  const server = await listen(app.app, { host: '127.0.0.1', port: 0 })
  try {
    const address = `http://127.0.0.1:${server.port}${exportEndpoint.path}`
    const response = await fetch(address, { headers: { cookie } })
    expect(response.status).toBe(200)
    const reader = await readSome(response.body)
    const owner = new pg.Client({ connectionString: app.url })
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'millrace_app' and xact_start is not null`,
    )
    await owner.end()
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('terminated')
    await expect.poll(() => app.log.some((line) => line.includes('an export came to no end'))).toBe(true)
    const again = await fetch(address, { headers: { cookie } })
    expect(Object.keys(unzipSync(new Uint8Array(await again.arrayBuffer())))).toContain('json/clients.json')
  } finally {
    await server.close()
  }
})

test('only asking what there is leaves nothing behind', async () => {
  const { cookie } = await app.signUpAndIn()
  const head = await app.app.request(exportEndpoint.path, { method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(200)
  await expect
    .poll(async () => {
      const { status, body } = await download(cookie)
      await body?.cancel()
      return status
    })
    .toBe(200)
})

test('ten an hour', async () => {
  const { cookie } = await app.signUpAndIn()
  for (let n = 0; n < 10; n += 1)
    expect((await buffer((await download(cookie)).body!)).length).toBeGreaterThan(500)
  const refused = await download(cookie)
  expect(refused.status).toBe(429)
  expect((await problemOf(refused)).message).toContain('ten times an hour')
})
