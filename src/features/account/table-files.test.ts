import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { csvFiles, jsonFiles } from './table-files.ts'

async function* pagesOf(count: number, perPage: number) {
  const rows = Array.from({ length: count }, (_, id) => ({ line: JSON.stringify({ id, note: `=${id}` }) }))
  for (let at = 0; at < count; at += perPage) yield rows.slice(at, at + perPage)
}

async function read(files: ReturnType<typeof jsonFiles>) {
  const found: Record<string, string> = {}
  for await (const { suffix, content } of files) found[suffix] = (await buffer(content)).toString()
  return found
}

test('a table is one file of JSON with a row a line', async () => {
  const files = await read(jsonFiles(pagesOf(3, 2)))
  expect(files).toEqual({
    '': '[\n{"id":0,"note":"=0"},\n{"id":1,"note":"=1"},\n{"id":2,"note":"=2"}\n]\n',
  })
  expect(JSON.parse((await read(jsonFiles(pagesOf(0, 2))))[''] ?? '')).toEqual([])
})

test('a table is one file of CSV with its columns first, also when it is empty', async () => {
  expect(await read(csvFiles({ columns: ['id', 'note'] }, pagesOf(2, 2)))).toEqual({
    '': "\u{feff}id,note\r\n0,'=0\r\n1,'=1\r\n",
  })
  expect(await read(csvFiles({ columns: ['id'] }, pagesOf(0, 2)))).toEqual({ '': '\u{feff}id\r\n' })
})

test('one that is too long goes on in further files, each whole and no row twice', async () => {
  const files = await read(jsonFiles(pagesOf(10, 1), 100))
  expect(Object.keys(files).length).toBeGreaterThan(2)
  expect(Object.keys(files).slice(0, 3)).toEqual(['', '-2', '-3'])
  const rows = Object.values(files).flatMap((text) => JSON.parse(text) as { id: number }[])
  expect(rows.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const tables = await read(csvFiles({ columns: ['id'] }, pagesOf(10, 1), 10))
  for (const text of Object.values(tables)) expect(text).toMatch(/^\u{feff}id\r\n/u)
})
