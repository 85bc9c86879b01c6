import type { RecurringExpense } from '../../contract.ts'

/** The name of a recurring expense: the first line of its notes, or its category. */
export function recurringName({ notes, category }: Pick<RecurringExpense, 'notes' | 'category'>): string {
  const [firstLine = ''] = notes.split('\n')
  return firstLine.trim() === '' ? category : firstLine.trim()
}
