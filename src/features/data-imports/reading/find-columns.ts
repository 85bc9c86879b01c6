import { type AnyField, type DataKind, type DataSource, dataKinds, fieldsOf } from '../rules.ts'
import type { Choices, Columns } from './data-file.ts'
import { foldHeader } from './fold-header.ts'
import { headerSynonyms } from './header-synonyms.ts'
import { programs } from './programs.ts'
import { isEmptyRow } from './read-cells.ts'

export interface FoundTable {
  source: DataSource
  kind: DataKind
  headerIndex: number
  columns: Columns
  /** Required fields that no column has. */
  missing: AnyField[]
}

interface Match {
  source: DataSource
  kind: DataKind
  columns: Columns
  score: number
}

/** Titles of a report can stand above its header. */
const rowsToLookAt = 30

/** Finds the header, the program that wrote the file, and what each column means. */
export function findColumns(rows: string[][], choices: Choices): FoundTable {
  let best: (Match & { headerIndex: number }) | undefined
  for (const [headerIndex, row] of rows.slice(0, rowsToLookAt).entries()) {
    if (isEmptyRow(row)) continue
    const match = matchHeader(row.map(foldHeader), choices)
    if (match && match.score > (best?.score ?? 0)) best = { ...match, headerIndex }
  }
  const fallback = {
    source: 'other' as const,
    kind: choices.kind ?? 'invoices',
    columns: {},
    headerIndex: Math.max(
      0,
      rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length > 1),
    ),
  }
  const { kind, columns: found, headerIndex, source } = best ?? fallback
  const decided =
    kind === 'invoices' && choices.kind === undefined
      ? asBills(rows, { source, headerIndex, columns: found })
      : null
  const table = decided ?? { kind, columns: found }
  const columns = choices.columns ?? table.columns
  return {
    source: choices.source ?? source,
    kind: table.kind,
    headerIndex,
    columns,
    missing: missingIn(table.kind, columns),
  }
}

/** Without these nothing can be imported. A name can also come as first and last name. */
function missingIn(kind: DataKind, columns: Columns): AnyField[] {
  const isThere = (field: AnyField) => columns[field] !== undefined
  return fieldsOf(kind)
    .filter(([field, { required }]) => required && !isThere(field))
    .map(([field]) => field)
    .filter((field) => field !== 'companyName' || (!isThere('lastName') && !isThere('contactName')))
    .concat(
      kind === 'invoices' &&
        !['total', 'price', 'lineNet', 'lineTotal'].some((field) => isThere(field as AnyField))
        ? ['total']
        : [],
    )
}

function matchHeader(labels: string[], choices: Choices): Match | undefined {
  const isWanted = ({ source, kind }: { source: DataSource; kind: DataKind }) =>
    (choices.kind ?? kind) === kind && (choices.source ?? source) === source
  const matches = [
    ...programs.filter(isWanted).flatMap((program) => {
      if (!program.needs.every((label) => labels.includes(foldHeader(label)))) return []
      const columns = columnsBy(labels, Object.entries(program.columns))
      return [
        { source: program.source, kind: program.kind, columns, score: 1000 + Object.keys(columns).length },
      ]
    }),
    ...dataKinds
      .filter((kind) => (choices.kind ?? kind) === kind)
      .flatMap((kind) => [ownForm(labels, kind) ?? [], bySynonyms(labels, kind)].flat()),
  ]
  return matches.toSorted((one, other) => other.score - one.score)[0]
}

function columnsBy(labels: string[], meanings: [string, AnyField][]): Columns {
  const columns: Columns = {}
  for (const [label, field] of meanings) {
    const at = labels.indexOf(foldHeader(label))
    if (at >= 0) columns[field] ??= at
  }
  return columns
}

/** The own form has these labels and no others. */
function ownForm(labels: string[], kind: DataKind): Match | undefined {
  const own = fieldsOf(kind).filter(([, { foreign }]) => !foreign)
  const meanings = own.map(([field, { label }]) => [foldHeader(label), field] as [string, AnyField])
  const known = new Set(meanings.map(([label]) => label))
  const columns = columnsBy(labels, meanings)
  if (labels.some((label) => label !== '' && !known.has(label) && label !== 'problem')) return undefined
  if (missingIn(kind, columns).length > 0) return undefined
  return { source: 'millrace', kind, columns, score: 2000 + Object.keys(columns).length }
}

/** A header with all that is required counts more than one that has some of it. */
function bySynonyms(labels: string[], kind: DataKind): Match {
  const columns: Columns = {}
  const taken = new Set<number>()
  for (const [field, synonyms] of Object.entries(headerSynonyms[kind]) as [AnyField, readonly string[]][]) {
    const at = synonyms
      .map((label) => labels.indexOf(foldHeader(label)))
      .find((index) => index >= 0 && !taken.has(index))
    if (at === undefined) continue
    columns[field] = at
    taken.add(at)
  }
  const isWhole = missingIn(kind, columns).length === 0
  return { source: 'other', kind, columns, score: Object.keys(columns).length + (isWhole ? 100 : 0) }
}

/** Xero exports bills with the same columns as invoices. */
function asBills(
  rows: string[][],
  { source, headerIndex, columns }: { source: DataSource; headerIndex: number; columns: Columns },
): { kind: DataKind; columns: Columns } | null {
  const type = columns.type
  const program = programs.find((one) => one.source === source && one.kind === 'expenses')
  if (source !== 'xero' || type === undefined || !program) return null
  const types = rows.slice(headerIndex + 1).map((row) => row[type] ?? '')
  if (types.filter((text) => /bill|accpay/i.test(text)).length * 2 <= types.length) return null
  const labels = (rows[headerIndex] ?? []).map(foldHeader)
  return {
    kind: 'expenses',
    columns: columnsBy(labels, Object.entries(program.columns)),
  }
}
