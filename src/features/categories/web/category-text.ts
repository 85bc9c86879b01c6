import type { CategoryChange } from '../contract.ts'
import type { CategoryColour, CategoryKind, TaxTreatment } from '../rules.ts'

export const colourNames = {
  gray: 'Gray',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  pink: 'Pink',
  red: 'Red',
  orange: 'Orange',
  amber: 'Amber',
  green: 'Green',
} satisfies Record<CategoryColour, string>

export const kindNames = {
  expense: 'Expenses',
  transaction: 'Transactions',
} satisfies Record<CategoryKind, string>

export const taxNotes = {
  full: null,
  half: 'Half counts for tax',
  none: 'Doesn’t count for tax',
} satisfies Record<TaxTreatment, string | null>

export const taxChoices = [
  { value: 'full', label: 'All of it', description: 'Most of what a business spends.' },
  { value: 'half', label: 'Half', description: 'For example, meals with clients in many countries.' },
  { value: 'none', label: 'Not at all', description: 'For example, fines or what you spend privately.' },
] satisfies { value: TaxTreatment; label: string; description: string }[]

export function movedText(rows: number): string {
  if (rows === 0) return 'Nothing was filed under it.'
  return rows === 1 ? '1 entry moved.' : `${rows} entries moved.`
}

export function changeText({ what, from, to }: Pick<CategoryChange, 'what' | 'from' | 'to'>): string {
  return what === 'rename' ? `“${from}” is now “${to}”` : `“${from}” was merged into “${to}”`
}

const whatMoves = {
  expense: 'expenses and recurring expenses',
  transaction: 'transactions and rules',
} satisfies Record<CategoryKind, string>

export function mergeText(kind: CategoryKind, name: string, hasParts: boolean): string {
  const stays = ` ${kindNames[kind]} in closed periods stay.`
  const parts = hasParts ? ' Its parts become parts of the other category.' : ''
  return `Everything filed under “${name}” moves: ${whatMoves[kind]}.${stays}${parts} You can undo it for a day.`
}
