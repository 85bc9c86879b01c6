import { transactionCount } from '../../transactions/web/transaction-text.ts'
import type { BankImport } from '../contract.ts'

interface UndoFacts {
  /** How many transactions only this file contains. */
  removed: number
  /** How many of the file's transactions stay. */
  kept: number
  /** How many of the removed ones are matched. */
  matched: number
  /** How many expenses belong to the removed ones. */
  expenses: number
  /** The accounts in which nothing is left. */
  emptied: readonly string[]
}

const number = (count: number) => count.toLocaleString('en-US')

/** What an undo does, in one sentence for each part of it. */
export function undoText({ removed, kept, matched, expenses, emptied }: UndoFacts): string[] {
  return [
    removed === 0
      ? 'No transactions are removed: another file or your bank has all of them.'
      : `Removes ${transactionCount(removed)} that only this file contains.`,
    removed > 0 &&
      kept > 0 &&
      (kept === 1
        ? '1 transaction stays because another file or your bank has it too.'
        : `${transactionCount(kept)} stay because another file or your bank has them too.`),
    matched > 0 &&
      (matched === 1
        ? '1 of the removed transactions is matched: this match and the payment it recorded are undone.'
        : `${number(matched)} of the removed transactions are matched: these matches and the payments they recorded are undone.`),
    expenses > 0 &&
      (expenses === 1
        ? 'The expense that belongs to a removed transaction stays.'
        : `The ${number(expenses)} expenses that belong to removed transactions stay.`),
    emptied.length > 0 &&
      `${new Intl.ListFormat('en').format(emptied)} will be empty, so ${emptied.length === 1 ? 'this account is' : 'these accounts are'} removed too.`,
  ].filter((sentence) => sentence !== false)
}

interface UndoNews {
  isDone: boolean
  title: string
  text: string
}

/** What to say when an import has left the state in which it is undone. */
export function undoNews(
  before: BankImport['state'] | undefined,
  { state, fileName, problem }: Pick<BankImport, 'state' | 'fileName' | 'problem'>,
): UndoNews | undefined {
  // A small import may be undone before its list is loaded again.
  if (state === 'undone' && (before === 'undoing' || before === 'imported'))
    return { isDone: true, title: 'Import Undone', text: fileName }
  if (state === 'imported' && before === 'undoing' && problem !== null)
    return { isDone: false, title: 'The import was not undone', text: problem }
  return undefined
}
