import type { DataImport, DataPreview } from '../contract.ts'
import { type DataKind, countText, dataSources, keptText } from '../rules.ts'

const number = (count: number) => count.toLocaleString('en-US')

/** "FreshBooks, invoices" */
export function recognisedText({ source, kind }: Pick<DataImport, 'source' | 'kind'>): string {
  return `${dataSources[source]}, ${kind}`
}

/** "312 rows: 305 good, 5 with errors, 2 already here" */
export function countsText({ good, error, existing, leftOut }: DataPreview['counts']): string {
  const all = good + error + existing + leftOut
  const parts = [
    `${number(good)} good`,
    error > 0 && `${number(error)} with errors`,
    existing > 0 && `${number(existing)} already here`,
    leftOut > 0 && `${number(leftOut)} left out`,
  ].filter(Boolean)
  return `${number(all)} ${all === 1 ? 'row' : 'rows'}: ${parts.join(', ')}`
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
