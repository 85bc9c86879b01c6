import { formatThousandths } from '../../../shared/thousandths.ts'
import { accounts } from '../../journal/posting-rules.ts'
import type { Report, ReportRow } from '../contract.ts'
import { exactly } from '../entry-filter.ts'
import { type GroupSums, readSums } from '../read-sums.ts'
import { type ReportKind, heading, row } from '../report-body.ts'
import type { ReportContext } from '../report-context.ts'
import {
  type ReportMoney,
  addRows,
  addUp,
  allSums,
  moneyCells,
  moneyColumns,
  moneyText,
  openMoney,
  overTime,
} from '../report-money.ts'

interface TaxLine {
  key: string
  label: string
  rate: number
  taxes: number[]
  bases: number[]
}

const netColumn = 'net'

export const taxes: ReportKind = {
  hasBasis: true,

  async build(tx, context) {
    const selection = { accounts: ['tax:%'], basis: context.query.basis, groupBy: 'tax' } as const
    const sums = await readSums(tx, context, selection)
    const baseSums = await readSums(tx, context, { ...selection, ofBases: true })
    const money = await openMoney(tx, context, allSums(sums, baseSums))
    const collected = linesOf(context, { account: accounts.taxCollected, sign: -1, money, sums, baseSums })
    const paid = linesOf(context, { account: accounts.taxPaid, sign: 1, money, sums, baseSums })
    const hasBases = context.shape !== 'parts'
    const columns: Report['columns'] = hasBases
      ? [
          { key: netColumn, label: 'Amount without tax', kind: 'money' },
          { key: 'period', label: 'Tax', kind: 'money' },
        ]
      : moneyColumns(context)
    const cellsOf = (values: number[], base: number | null) =>
      hasBases ? [base, addUp(values)] : moneyCells(context, values)
    const lineRow = (line: TaxLine) =>
      row({ key: line.key, label: line.label, cells: cellsOf(line.taxes, addUp(line.bases)) })
    const total = (key: string, label: string, lines: TaxLine[]) =>
      row({ key, label, kind: 'total', level: 0, cells: cellsOf(sumOf(context, lines), null) })
    const [sumCollected, sumPaid] = [sumOf(context, collected), sumOf(context, paid)]
    const due = sumCollected.map((minor, column) => minor - (sumPaid[column] ?? 0))
    const isShown = ({ taxes: own, bases }: TaxLine) =>
      (hasBases ? [...own, ...bases] : own).some((value) => value !== 0)
    const isEmpty = ![...collected, ...paid].some(isShown)
    const { labels, valuesOf } = overTime(context)
    const rows: ReportRow[] = [
      heading('heading:collected', 'Tax you collected', columns.length),
      ...collected.filter(isShown).map(lineRow),
      total('collected', 'Total collected', collected),
      heading('heading:paid', 'Tax you paid', columns.length),
      ...paid.filter(isShown).map(lineRow),
      total('paid', 'Total paid', paid),
      row({
        key: 'due',
        label: addUp(due) < 0 ? 'To get back' : 'To pay',
        kind: 'result',
        level: 0,
        cells: cellsOf(due, null),
      }),
    ]
    return {
      sentence: sentenceOf(context, addUp(sumCollected), addUp(sumPaid)),
      columns,
      rowHeading: 'Tax',
      rows: isEmpty ? [] : rows,
      chart: isEmpty
        ? null
        : {
            labels,
            series: [
              { label: 'Collected', tone: 'in', kind: 'bar', values: valuesOf(sumCollected) },
              { label: 'Paid', tone: 'out', kind: 'bar', values: valuesOf(sumPaid) },
            ],
            isCount: false,
          },
      notes: money.notes(),
    }
  },

  entriesOf(key, { query: { basis } }, column) {
    const ofBases = column === netColumn
    const whole = (account: string, sign: 1 | -1) => ({ accounts: [account], basis, sign })
    switch (key) {
      case 'collected':
        return whole(accounts.taxCollected, -1)
      case 'paid':
        return whole(accounts.taxPaid, 1)
      case 'due':
        return whole('tax:%', -1)
      default: {
        const [, account, rate, tax] = /^(tax:\w+) (\d*) (.*)$/s.exec(key) ?? []
        if (account === undefined || rate === undefined || tax === undefined) return null
        const sign = account === accounts.taxCollected ? -1 : 1
        return { accounts: [exactly(account)], basis, sign, ofBases, equal: { tax, tax_rate: rate || null } }
      }
    }
  },
}

interface LinesOf {
  account: string
  sign: 1 | -1
  money: ReportMoney
  sums: GroupSums
  baseSums: GroupSums
}

/** The highest rate first; what bears no tax comes last. */
function linesOf(context: ReportContext, { account, sign, money, sums, baseSums }: LinesOf): TaxLine[] {
  return [...sums.keys()]
    .filter((key) => key.startsWith(`${account} `))
    .map((key) => {
      const [, rate = '', name = ''] = /^\S+ (\d*) (.*)$/s.exec(key) ?? []
      return {
        key,
        label: labelOf(name, rate, context.locale),
        rate: rate === '' ? -1 : Number(rate),
        taxes: money.valuesOf(sums.get(key), sign),
        bases: money.valuesOf(baseSums.get(key), sign),
      }
    })
    .toSorted((a, b) => b.rate - a.rate || (a.label < b.label ? -1 : 1))
}

const reasons: Readonly<Record<string, string>> = {
  '': 'Without tax',
  exempt: 'Exempt from tax',
  reverse_charge: 'Reverse charge',
}

function labelOf(name: string, rate: string, locale: string): string {
  if (rate === '') return reasons[name] ?? name
  return `${name} (${formatThousandths(Number(rate), locale)}%)`
}

const sumOf = (context: ReportContext, lines: readonly TaxLine[]) =>
  addRows(
    context,
    lines.map((line) => line.taxes),
  )

function sentenceOf(context: ReportContext, collected: number, paid: number): string {
  if (collected === 0 && paid === 0) return 'No tax was collected or paid in this period.'
  const due = collected - paid
  const text = (minor: number) => moneyText(context, minor)
  const moved = `You collected ${text(collected)} of tax and paid ${text(paid)}.`
  return due >= 0 ? `${moved} ${text(due)} is left to pay.` : `${moved} ${text(-due)} is yours to get back.`
}
