import { formatMoney } from '../../../shared/money.ts'
import { testText } from '../../figures/web/test-text.ts'
import {
  type CashFlowMonth,
  type MonthFigure,
  leftOver,
  longMonth,
  monthFigures,
  monthKey,
  shortMonth,
  signedMoney,
} from './cash-flow-text.ts'

interface CashFlowTableProps {
  months: readonly CashFlowMonth[]
  /**
   * Missing if the table is the screen reader version of the chart: no invisible element may take the focus.
   */
  onOpen?: (figure: MonthFigure, month: string) => void
}

export function CashFlowTable({ months, onOpen }: CashFlowTableProps) {
  function amount(figure: MonthFigure, month: string, text: string) {
    if (!onOpen) return text
    return (
      <button
        type="button"
        aria-label={`${text}: why this number? ${monthFigures[figure]}, ${longMonth(month)}`}
        className="-mx-1 rounded-sm px-1 underline decoration-dotted underline-offset-4 hover:decoration-solid touch:min-h-11"
        onClick={() => onOpen(figure, monthKey(month))}
      >
        {text}
      </button>
    )
  }

  const head = 'px-1 py-2 font-medium text-muted sm:px-4'
  const cell = 'px-1 py-2 text-right tabular-nums sm:px-4'
  return (
    <div className={onOpen && 'overflow-x-auto'}>
      <table className="w-full text-sm">
        <caption className="sr-only">Payments received and expenses of the last six months</caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className={`${head} text-left`}>
              Month
            </th>
            <th scope="col" className={`${head} text-right`}>
              {monthFigures.received}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {monthFigures.spent}
            </th>
            <th scope="col" className={`${head} text-right`}>
              {monthFigures['left-over']}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month} className="border-b border-border last:border-b-0">
              <th scope="row" className="px-1 py-2 text-left font-normal text-foreground sm:px-4">
                <span className="sm:hidden">
                  <abbr title={longMonth(one.month)} className="no-underline">
                    {shortMonth(one.month)}
                  </abbr>
                </span>
                <span className="max-sm:hidden">{longMonth(one.month)}</span>
              </th>
              <td className={`${cell} ${one.inCents === 0 ? 'text-muted' : 'text-positive'}`}>
                {amount('received', one.month, formatMoney(one.inCents))}
                {one.testCents !== 0 && (
                  <span className="block text-xs text-muted">{testText(one.testCents)}</span>
                )}
              </td>
              <td className={`${cell} ${one.outCents === 0 ? 'text-muted' : 'text-negative'}`}>
                {amount('spent', one.month, formatMoney(one.outCents))}
              </td>
              <td className={`${cell} text-foreground`}>
                {amount('left-over', one.month, signedMoney(leftOver(one)))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
