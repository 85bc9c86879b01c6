import type { BankTransaction, Candidate, OpenInvoice } from './document-rules.ts'
import { type Index, clientKey, whoOf } from './index-rules.ts'

const maxInSum = 6

/** The sets of two to six amounts with this sum, as indexes in the list. It stops at the second one. */
export function subsetsWithSum(amounts: readonly number[], sum: number): number[][] {
  const found: number[][] = []
  const chosen: number[] = []
  const rest = amounts.map((_, from) => amounts.slice(from).reduce((total, amount) => total + amount, 0))
  function look(from: number, left: number): void {
    if (left === 0 && chosen.length > 1) found.push([...chosen])
    if (left <= 0 || chosen.length === maxInSum || left > (rest[from] ?? 0)) return
    for (let index = from; index < amounts.length && found.length < 2; index += 1) {
      chosen.push(index)
      look(index + 1, left - (amounts[index] ?? 0))
      chosen.pop()
    }
  }
  look(0, sum)
  return found
}

interface Choice {
  invoices: readonly OpenInvoice[]
  how: 'named' | 'all' | 'oldest' | 'only'
}

const total = (invoices: readonly OpenInvoice[]) =>
  invoices.reduce((sum, { openMinor }) => sum + openMinor, 0)

/** All that are named, all that are open, the oldest ones, or the only ones with this sum. */
function choose(
  amountMinor: number,
  open: readonly OpenInvoice[],
  numbers: ReadonlySet<string>,
): Choice | null {
  const named = open.filter(({ number }) => numbers.has(number))
  if (named.length > 1 && total(named) === amountMinor) return { invoices: named, how: 'named' }
  if (open.length > 1 && total(open) === amountMinor) return { invoices: open, how: 'all' }
  for (let count = 2; count <= Math.min(maxInSum, open.length); count += 1) {
    const oldest = open.slice(0, count)
    if (total(oldest) === amountMinor) return { invoices: oldest, how: 'oldest' }
  }
  const [only, another] = subsetsWithSum(
    open.map(({ openMinor }) => openMinor),
    amountMinor,
  )
  if (!only || another) return null
  return { invoices: only.flatMap((at) => open[at] ?? []), how: 'only' }
}

const scores: Record<Choice['how'], number> = { named: 0.55, all: 0.15, oldest: 0.08, only: 0.05 }

function listed(numbers: readonly string[]): string {
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
}

/** Open invoices of one client, the oldest first, that together have the amount of the transaction. */
export function findSum(
  transaction: BankTransaction,
  open: readonly OpenInvoice[],
  index: Index,
): Candidate | null {
  const { amountMinor } = transaction
  const evidence = index.evidenceOf(transaction)
  const choice = choose(amountMinor, open, evidence.numbers)
  const [first] = choice?.invoices ?? []
  if (!choice || !first) return null
  const { invoices, how } = choice
  const { isNamed, isKnown, isDistrusted, score } = whoOf(evidence, first)
  const isOneClient = invoices.every((invoice) => clientKey(invoice) === clientKey(first))
  if (!isOneClient && how !== 'named') return null
  const namesAnother = [...evidence.numbers].some((number) =>
    invoices.every((each) => each.number !== number),
  )
  const who = isNamed
    ? ', and the text names the client'
    : isKnown
      ? ', and earlier payments from this payer were from this client'
      : ''
  return {
    kind: 'invoices',
    transactionId: transaction.id,
    targets: invoices.map(({ id, openMinor }) => ({ id, amountMinor: openMinor, ofMinor: openMinor })),
    clientId: isOneClient ? first.clientId : null,
    score: 0.4 + scores[how] + score - (isDistrusted ? 0.3 : 0) - (namesAnother ? 0.2 : 0),
    isCertain:
      (how === 'named' || (how === 'all' && (isNamed || isKnown))) &&
      !isDistrusted &&
      !namesAnother &&
      invoices.every(({ isDraft, issueDate }) => !isDraft && issueDate <= transaction.date),
    reason: `Same amount as invoices ${listed(invoices.map(({ number }) => number))} together${
      how === 'named' ? ', and the text names them' : who
    }.`,
  }
}
