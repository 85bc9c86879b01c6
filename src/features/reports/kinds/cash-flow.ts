import { accounts } from '../../journal/posting-rules.ts'
import { readSums } from '../read-sums.ts'
import { type ReportKind, heading, row } from '../report-body.ts'
import {
  addRows,
  allSums,
  moneyCells,
  moneyColumns,
  moneyText,
  openMoney,
  wholeOf,
  overTime,
} from '../report-money.ts'

const flows = {
  in: [
    ['payment', 'Payments from clients'],
    ['bank-in', 'Other money into the bank'],
  ],
  out: [
    ['expense', 'Expenses'],
    ['refund', 'Refunds'],
    ['dispute', 'Disputed payments'],
    ['bank-out', 'Other money out of the bank'],
  ],
} as const
const namesOf = (side: keyof typeof flows) => flows[side].map(([name]) => name)
const selection = { accounts: [accounts.money], basis: 'cash', groupBy: 'flow' } as const

export const cashFlow: ReportKind = {
  hasBasis: false,
  hasBank: true,

  async build(tx, context) {
    const sums = await readSums(tx, context, selection)
    const money = await openMoney(tx, context, allSums(sums))
    const columns = moneyColumns(context)
    const linesOf = (side: keyof typeof flows, sign: 1 | -1) =>
      flows[side]
        .map(([key, label]) => ({ key, label, values: money.valuesOf(sums.get(key), sign) }))
        .filter(({ values }) => values.some((value) => value !== 0))
    const [moneyIn, moneyOut] = [linesOf('in', 1), linesOf('out', -1)]
    const cameIn = addRows(
      context,
      moneyIn.map(({ values }) => values),
    )
    const wentOut = addRows(
      context,
      moneyOut.map(({ values }) => values),
    )
    const left = cameIn.map((minor, column) => minor - (wentOut[column] ?? 0))
    const line = ({ key, label, values }: (typeof moneyIn)[number]) =>
      row({ key, label, cells: moneyCells(context, values) })
    const isEmpty = moneyIn.length + moneyOut.length === 0
    const isOverTime = context.shape === 'parts'
    const time = overTime(context)
    let sumSoFar = 0
    const soFar = left.map((minor) => (sumSoFar += minor))
    return {
      sentence: sentenceOf(wholeOf(context, cameIn), wholeOf(context, wentOut), (minor) =>
        moneyText(context, minor),
      ),
      columns,
      rowHeading: 'Money in and out',
      rows: isEmpty
        ? []
        : [
            heading('heading:in', 'Money in', columns.length),
            ...moneyIn.map(line),
            row({
              key: 'in',
              label: 'Total in',
              kind: 'total',
              level: 0,
              cells: moneyCells(context, cameIn),
            }),
            heading('heading:out', 'Money out', columns.length),
            ...moneyOut.map(line),
            row({
              key: 'out',
              label: 'Total out',
              kind: 'total',
              level: 0,
              cells: moneyCells(context, wentOut),
            }),
            row({
              key: 'left',
              label: 'What is left',
              kind: 'result',
              level: 0,
              cells: moneyCells(context, left),
            }),
          ],
      chart: isEmpty
        ? null
        : {
            labels: time.labels,
            series: [
              { label: 'Money in', tone: 'in', kind: 'bar', values: time.valuesOf(cameIn) },
              { label: 'Money out', tone: 'out', kind: 'bar', values: time.valuesOf(wentOut) },
              isOverTime
                ? { label: 'Left since the beginning', tone: 'net', kind: 'line', values: soFar }
                : { label: 'What is left', tone: 'net', kind: 'line', values: time.valuesOf(left) },
            ],
            isCount: false,
          },
      notes: money.notes(),
    }
  },

  entriesOf(key) {
    const base = { accounts: selection.accounts, basis: selection.basis }
    const of = (entries: readonly string[], sign: 1 | -1) => ({ ...base, sign, entries })
    switch (key) {
      case 'in':
        return of(namesOf('in'), 1)
      case 'out':
        return of(namesOf('out'), -1)
      case 'left':
        return { ...base, sign: 1 }
      default:
        if (namesOf('in').some((name) => name === key)) return of([key], 1)
        return namesOf('out').some((name) => name === key) ? of([key], -1) : null
    }
  },
}

function sentenceOf(cameIn: number, wentOut: number, text: (minor: number) => string): string {
  if (cameIn === 0 && wentOut === 0) return 'No money moved in this period.'
  const left = cameIn - wentOut
  const moved = `${text(cameIn)} came in and ${text(wentOut)} went out.`
  if (left === 0) return `${moved} Nothing is left.`
  return left > 0 ? `${moved} ${text(left)} is left.` : `${moved} That is ${text(-left)} more than came in.`
}
