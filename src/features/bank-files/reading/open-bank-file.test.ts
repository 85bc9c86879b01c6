import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { WorkerEnded } from '../../../platform/workers/start-worker.ts'
import { createBankFilePool } from './bank-file-pool.ts'
import { openBankFile } from './open-bank-file.ts'
import { unpackRows } from './pack-bank-file.ts'

const bankFiles = createBankFilePool()
const log = pino({ enabled: false })
afterAll(() => bankFiles.end())

const csv = (rows: readonly string[]) => Buffer.from(['Date,Description,Amount', ...rows, ''].join('\n'))
const open = (bytes: Uint8Array) =>
  openBankFile({ bankFiles, log }, { bytes, fileName: 'a.csv', choices: {} })

test('a file is read in a process of its own, with clean texts and sums, whatever its length', async () => {
  const rows = Array.from(
    { length: 2500 },
    (_, n) => `2026-05-${String((n % 28) + 1).padStart(2, '0')},Shop ${n},-${n}.10`,
  )
  const { format, statements } = await open(csv(rows))
  expect(format).toBe('csv')
  expect(statements).toMatchObject([
    { count: 2500, out: '3124000.00', firstDate: '2026-05-01', lastDate: '2026-05-28' },
  ])
  const read = await unpackRows(statements[0]!)
  expect(read).toHaveLength(2500)
  expect(new Set(read.map(({ textKey }) => textKey)).size).toBe(2500)
  expect(read[0]).toMatchObject({ merchantKey: 'shop', counterparty: null })
})

test('a file that cannot be read is refused with a sentence', async () => {
  await expect(open(Buffer.from('%PDF-1.7 …'))).rejects.toMatchObject({
    code: 'INVALID_FILE_TYPE',
    message: /\.$/,
  })
})

test('a file that ends its reader is refused with a sentence, and what the error says stays in the log', async () => {
  const failing = (problem: Error) => ({
    bankFiles: { run: () => Promise.reject(problem), end: bankFiles.end },
    log,
  })
  const task = { bytes: csv([]), fileName: '', choices: {} }
  await expect(openBankFile(failing(new WorkerEnded('SIGABRT')), task)).rejects.toMatchObject({
    code: 'INVALID_FILE_TYPE',
    message: 'This file needs too much memory to read. Please export fewer months at a time.',
  })
  await expect(openBankFile(failing(new TypeError('x is undefined')), task)).rejects.toMatchObject({
    code: 'INVALID_FILE_TYPE',
    message: expect.not.stringContaining('undefined'),
  })
})
