import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Endpoint } from '../../../src/shared/endpoint.ts'
import type { TestApp } from '../test-app.ts'
import { parseCsv } from './parse-csv.ts'
import { dayOf, readWorkbook } from './read-workbook.ts'

/** The cells of a row by the names of their columns. Dates are days, and empty cells are left out. */
export type ExportedRow = Record<string, string | number>

/** Exports a list in both formats, checks that they agree, and returns the rows. */
export async function readExport(
  app: TestApp,
  endpoint: Endpoint,
  query: Record<string, string>,
  cookie: string,
): Promise<{ name: string; rows: ExportedRow[] }> {
  const download = async (format: string) => {
    const response = await app.send(endpoint, { query: { ...query, format } }, { cookie })
    if (!response.ok || !response.body) throw new Error(await response.text())
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
    expect(name.endsWith(`.${format}`)).toBe(true)
    return { name, bytes: await buffer(response.body) }
  }
  const workbook = await download('xlsx')
  const [sheet, ...others] = readWorkbook(workbook.bytes)
  if (!sheet || others.length > 0) throw new Error('an export has one sheet')
  const header = sheet.rows[0]!.map((cell) => String(cell?.value))
  const rows = sheet.rows.slice(1).map((cells): ExportedRow => {
    const filled = cells.flatMap((cell, index) =>
      cell ? [[header[index], cell.format === 'yyyy-mm-dd' ? dayOf(cell) : cell.value]] : [],
    )
    return Object.fromEntries(filled) as ExportedRow
  })
  const lines = parseCsv((await download('csv')).bytes.toString())
  expect(lines).toHaveLength(rows.length)
  for (const [index, line] of lines.entries()) {
    expect(Object.keys(line)).toEqual(header)
    for (const [name, text] of Object.entries(line)) {
      const value = rows[index]![name] ?? ''
      // An apostrophe keeps a text from being a formula.
      if (typeof value === 'number') expect(Number(text)).toBe(value)
      else expect([text, `'${text}`]).toContain(/^'[=+\-@]/.test(text) ? `'${value}` : value)
    }
  }
  return { name: workbook.name, rows }
}
