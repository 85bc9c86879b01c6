import type { RecurringExpense } from '../../contract.ts'

/** What it is for, in one line: the notes, or else the category. */
export function recurringName({ notes, category }: Pick<RecurringExpense, 'notes' | 'category'>): string {
  const [firstLine = ''] = notes.split('\n')
  return firstLine.trim() === '' ? category : firstLine.trim()
}
