import { decideSign, type SignDecision, votesOf } from './decide-sign.ts'
import { type AmountReading, readAmounts } from './table-choice.ts'
import { hasRole } from './table-columns.ts'
import { amountColumns } from './table-currency.ts'
import { textsOf } from './table-texts.ts'
import type { TableView } from './table-view.ts'

/** What the words of the first bookings say. */
function wordsOf(view: TableView): string[] {
  const types = view.columns.filter((column) => hasRole(column, 'type')).map(({ index }) => index)
  return view.lines
    .slice(0, 2000)
    .map((line) =>
      [textsOf(line, view.texts, false).description, ...types.map((index) => line.cells[index] ?? '')].join(
        ' ',
      ),
    )
}

/** Decides which sign of a column of amounts is money in. */
export function findSign(view: TableView, reading: AmountReading): SignDecision {
  const { plan } = reading
  const isSettled =
    view.choices.sign !== undefined ||
    reading.isProven === true ||
    plan.side !== null ||
    plan.isReversed ||
    typeof plan.amount === 'object'
  if (isSettled) return { isReversed: reading.isReversed, isOpen: false }
  const { amounts } = readAmounts({ ...reading, isReversed: false }, view.candidates, view.numbers)
  const isMarked = view.numbers.cells(amountColumns(plan)[0] ?? 0).some((cell) => cell?.side)
  if (isMarked) return { isReversed: false, isOpen: false }
  return decideSign(
    amounts.map((amount) => amount ?? 0n),
    wordsOf(view),
    view.facts.isCard,
  )
}

interface Choice {
  best: AmountReading
  others: AmountReading[]
}

/** Of two columns without labels, words decide which one has what came in. Otherwise both ways stay. */
export function settlePair(view: TableView, choice: Choice): Choice {
  const { best, others } = choice
  const { amount } = best.plan
  if (typeof amount !== 'object' || best.isProven === true || view.choices.columns) return choice
  const isTurned = ({ plan }: AmountReading) =>
    typeof plan.amount === 'object' && plan.amount.in === amount.out && plan.amount.out === amount.in
  const turned = others.find(isTurned)
  if (!turned) return choice
  const { amounts } = readAmounts(best, view.candidates, view.numbers)
  const { words, sure } = votesOf(
    amounts.map((each) => each ?? 0n),
    wordsOf(view),
  )
  const says = (side: 'plain' | 'reversed', other: 'plain' | 'reversed') =>
    words[other] + sure[other] === 0 && (sure[side] > 0 || words[side] > 1)
  const rest = others.filter((reading) => !isTurned(reading))
  if (says('plain', 'reversed')) return { best, others: rest }
  return says('reversed', 'plain') ? { best: turned, others: rest } : choice
}
