const some = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** What is in a backup, for the line that both commands print. */
export function describeContent(content: { tables: number; rows: number; files: number }): string {
  return [some(content.tables, 'table'), some(content.rows, 'row'), some(content.files, 'file')].join(', ')
}
