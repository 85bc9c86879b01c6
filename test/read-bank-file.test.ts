import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = resolve(import.meta.dirname, '../src/programs/read-bank-file.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bank-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(name: string, content: string): Promise<{ code: number; output: unknown }> {
  const path = join(folder, name)
  await writeFile(path, content)
  return readAt(path)
}

function readAt(path: string): Promise<{ code: number; output: unknown }> {
  return new Promise((done) => {
    execFile(process.execPath, [program, path], (error, stdout) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: JSON.parse(stdout) as unknown })
    })
  })
}

test('a file that is read is printed as JSON', async () => {
  const lines = [
    ':20:X',
    ':25:A-1',
    ':28C:1',
    ':60F:C260105EUR100,00',
    ':61:260105D40,00NTRFINV-7//2026010500001',
  ]
  const text = [...lines, ':86:Paper', ':62F:C260105EUR70,00', '-'].join('\n')
  expect(await read('a.sta', text)).toEqual({
    code: 0,
    output: {
      format: 'mt940',
      statements: [
        {
          account: 'A-1',
          currency: 'EUR',
          openingBalance: '100.00',
          closingBalance: '70.00',
          transactions: [
            {
              date: '2026-01-05',
              amount: '-40.00',
              description: 'Paper',
              counterparty: null,
              reference: 'INV-7',
              bankId: '2026010500001',
            },
          ],
        },
      ],
      questions: [{ about: 'balance', readings: [expect.stringContaining('would be 60.00 EUR')] }],
      problem: null,
    },
  })
})

test('a file that is refused says why, with exit code 2', async () => {
  expect(await read('b.csv', '%PDF-1.7')).toEqual({
    code: 2,
    output: {
      format: null,
      statements: [],
      questions: [],
      problem: expect.stringMatching(/^This is a PDF\./),
    },
  })
})

test('a file that is not there is refused like one that cannot be read', async () => {
  const path = join(folder, 'missing.csv')
  expect(await readAt(path)).toMatchObject({
    code: 2,
    output: { statements: [], problem: `The file ${path} cannot be opened.` },
  })
})
