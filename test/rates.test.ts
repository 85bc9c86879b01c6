import { zipSync } from 'fflate'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { program } from '../scripts/prepare.mjs'
import { currencies } from '../src/shared/currencies.ts'
import { addDays } from '../src/shared/dates.ts'
import { makeDataFolder, programEnv, startProduct } from './support/product.ts'
import { type TestDatabase, createTestDatabase } from './support/test-database.ts'

let testDatabase: TestDatabase
let folder: string
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'millrace-rates-'))
})
afterAll(async () => {
  await testDatabase.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await testDatabase.database.platform.query('delete from platform.reference_rates')
  await testDatabase.database.platform.query('delete from pgboss.job')
})

/** Runs the real program and returns its exit code and what it printed. */
async function load(args: readonly string[], env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: testDatabase.url, MILLRACE_DATA: folder, ...env }
  const child = spawn(process.execPath, [program('rates'), ...args], {
    env: programEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
  })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  child.stderr.on('data', (chunk) => (text += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text: text.trim() }
}

async function save(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}
const count = async (sql: string) => (await testDatabase.database.platform.query(sql)).rowCount
const stored = () => count('select from platform.reference_rates')

const daily = 'Date, USD, JPY, HRK, \n16 November 2026, 1.0843, 165.12, 7.5345, \n'

test('the rates of a file are stored, and one sentence says so', async () => {
  const file = await save('eurofxref.csv', daily)
  const { code, text } = await load([file])
  expect(text).toBe(
    'Stored 2 rates of Nov 16, 2026. Skipped 1 rate in currencies that Millrace doesn’t know: HRK.',
  )
  expect(code).toBe(0)
  const { rows } = await testDatabase.database.platform.query(
    'select currency, day::text, rate::text, source from platform.reference_rates order by 1',
  )
  const source = 'European Central Bank'
  expect(rows).toEqual([
    { currency: 'JPY', day: '2026-11-16', rate: '165.12', source },
    { currency: 'USD', day: '2026-11-16', rate: '1.0843', source },
  ])
  expect(await count(`select from pgboss.job where name = 'fill-rates'`)).toBe(1)
})

test('four months of history are stored from its archive, and a second time changes nothing', async () => {
  const codes = currencies.filter((code) => code !== 'EUR').slice(0, 40)
  const lines = Array.from({ length: 120 }, (_, index) =>
    [
      addDays('2026-11-16', -index),
      ...codes.map((_code, column) => `${column + 1}.${1000 + index}`),
      '',
    ].join(','),
  )
  const csv = [`Date,${codes.join(',')},`, ...lines, ''].join('\n')
  const file = await save('eurofxref-hist.zip', zipSync({ 'eurofxref-hist.csv': Buffer.from(csv) }))
  const sentence = 'Stored 4,800 rates of 120 days, from Jul 20, 2026 to Nov 16, 2026.'
  for (const source of ['Test Bank', 'Test Bank']) {
    expect(await load([file], { RATES_SOURCE: source })).toEqual({ code: 0, text: sentence })
  }
  expect(await stored()).toBe(4_800)
  expect(await count(`select from platform.reference_rates where source = 'Test Bank'`)).toBe(4_800)
})

test('of a wrong file nothing is stored, and the sentence names line and column', async () => {
  const file = await save('wrong.csv', `${daily}13 November 2026, 1.08, 0, N/A, \n`)
  expect(await load([file])).toEqual({
    code: 1,
    text: `${file}: line 3, column 3 (JPY): the rate “0” must be more than 0. Nothing was stored.`,
  })
  expect(await stored()).toBe(0)
  expect(await count('select from pgboss.job')).toBe(0)
})

test.each([
  [[], 'Give the file with the rates: npm run rates -- <file>'],
  [['--all', 'a.csv'], '--all is not a known option.'],
  [['a.csv', 'b.csv'], 'Give only one file. b.csv is one too many.'],
  [['missing.csv'], /missing\.csv cannot be read: ENOENT.*\.$/],
])('%j is answered with one sentence', async (args, text) => {
  const answer = await load(args)
  expect(answer.code).toBe(1)
  if (typeof text === 'string') expect(answer.text).toBe(text)
  else expect(answer.text).toMatch(text)
})

test('it works while the product runs on its built-in database, and before its first start', async () => {
  const { dataDir, remove } = await makeDataFolder()
  const settings = { MILLRACE_DATA: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' }
  const file = await save('eurofxref.csv', daily)
  try {
    expect((await load([file], settings)).text).toMatch(/^Stored 2 rates/)
    const product = await startProduct(settings)
    try {
      expect((await load([file], settings)).text).toMatch(/^Stored 2 rates/)
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    } finally {
      expect(await product.stop()).toBe(0)
    }
  } finally {
    await remove()
  }
})
