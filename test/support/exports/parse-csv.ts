/** The rows of a CSV file after RFC 4180, as a spreadsheet reads it: by the names of the columns. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text
    .replace(/^\u{feff}/u, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  const [header = [], ...body] = rows.slice(0, -1)
  return body.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? ''])))
}
