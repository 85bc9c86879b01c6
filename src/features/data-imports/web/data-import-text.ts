import type { DataImport, DataPreview } from '../contract.ts'
import { type DataKind, countText, dataSources, keptText } from '../rules.ts'

const number = (count: number) => count.toLocaleString('en-US')

/** "FreshBooks, invoices" */
export function recognisedText({ source, kind }: Pick<DataImport, 'source' | 'kind'>): string {
  return `${dataSources[source]}, ${kind}`
}

/** "312 rows: 305 good (290 invoices), 5 with errors, 2 already here" */
export function countsText({ rows, good: records }: DataPreview['counts'], kind: DataKind): string {
  const { good, error, existing, leftOut } = rows
  const all = good + error + existing + leftOut
  const parts = [
    good === records ? `${number(good)} good` : `${number(good)} good (${countText(records, kind)})`,
    error > 0 && `${number(error)} with errors`,
    existing > 0 && `${number(existing)} already here`,
    leftOut > 0 && `${number(leftOut)} left out`,
  ].filter(Boolean)
  return `${number(all)} ${all === 1 ? 'row' : 'rows'}: ${parts.join(', ')}`
}

/** What to do about rows with errors. What all of them lack is said once. */
export function errorsText(
  { good, existing, error, withoutEmail }: DataPreview['counts'],
  kind: DataKind,
): string {
  const isAll = withoutEmail > 1 && withoutEmail === good + existing + error
  if (isAll && kind === 'clients')
    return 'No client in this file has an email address, and each one needs it. Download the rows, add the addresses, and send that file.'
  if (isAll)
    return 'No invoice in this file has the email address of its client. Import your clients first, and then send this file again.'
  return 'Rows with errors aren’t imported. Download them, correct them, and send that file afterwards.'
}

export function importLabel(count: number, kind: DataKind): string {
  return `Import ${countText(count, kind)}`
}

export function progressText({ state, done, total }: DataImport): string {
  return state === 'undoing' ? 'Undoing…' : `${number(done)} of ${number(total)}`
}

/** "305 invoices were imported. 2 were here already." */
export function resultText({ added, skipped, kind }: DataImport): string {
  const first = `${countText(added, kind)} ${added === 1 ? 'was' : 'were'} imported.`
  return skipped === 0 ? first : `${first} ${number(skipped)} ${skipped === 1 ? 'was' : 'were'} here already.`
}

export function undoneText({ kept }: DataImport): string {
  return ['What it added is removed.', keptText(kept)].filter(Boolean).join(' ')
}

/** In the list of earlier imports. */
export function outcomeText(one: DataImport): string {
  if (one.state === 'failed') return one.problem ?? 'It was not imported.'
  if (one.state === 'undone' && one.kept > 0) return keptText(one.kept) ?? ''
  const errors = one.errors > 0 && one.state === 'imported' ? `, ${number(one.errors)} with errors` : ''
  return `${recognisedText(one)}: ${number(one.added)}${errors}`
}
