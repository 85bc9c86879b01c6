import type { DataPreview, DataRow } from '../contract.ts'

/** All good rows are chosen, except these. Rows that are here already can be chosen, too. */
export interface RowChoice {
  except: ReadonlySet<number>
  also: ReadonlySet<number>
}

export const allGood: RowChoice = { except: new Set(), also: new Set() }

type Row = Pick<DataRow, 'position' | 'state'>

export function isChosen({ except, also }: RowChoice, { position, state }: Row): boolean {
  return state === 'good' ? !except.has(position) : also.has(position)
}

export function toggleRow(choice: RowChoice, { position, state }: Row): RowChoice {
  const part = state === 'good' ? 'except' : 'also'
  const next = new Set(choice[part])
  if (!next.delete(position)) next.add(position)
  return { ...choice, [part]: next }
}

export function countChosen(
  { except, also }: RowChoice,
  { good }: Pick<DataPreview['counts'], 'good'>,
): number {
  return good - except.size + also.size
}
